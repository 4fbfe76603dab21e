"""Discord's error codes, as far as they make a difference here.

https://discord.com/developers/docs/topics/opcodes-and-status-codes
"""

from __future__ import annotations

from typing import Final

UNKNOWN_CHANNEL: Final = 10003
"""The channel was deleted."""
UNKNOWN_MESSAGE: Final = 10008
"""The message was deleted."""
UNKNOWN_WEBHOOK: Final = 10015
"""The token was never used to answer."""
UNKNOWN_INTERACTION: Final = 10062
"""The interaction waited longer than three seconds."""
ANSWERED_ALREADY: Final = 40060
"""The interaction has an answer: the first one has arrived."""
INVALID_FORM: Final = 50035
"""Something in the message is not as it must be: an emoji that is gone, for instance."""
INVALID_TOKEN: Final = 50027
"""The token is older than fifteen minutes."""
ARCHIVED: Final = 50083
"""The thread has been put away."""
