"""People in a season's file: so that an import knows who is meant, and a reader too."""

from __future__ import annotations

from typing import Final

from bot.models.former_players import FORMER_PLAYER, has_account

COMPUTER: Final = "computer"


def person(user_id: int | None, name: str) -> dict[str, str]:
    """Somebody as a program takes them: a name, and for whoever is known an id; nobody is a computer."""
    if user_id is None:
        return {"name": COMPUTER}
    return {"name": FORMER_PLAYER} if not has_account(user_id) else {"name": name, "id": str(user_id)}


def called(user_id: int | None, name: str) -> str:
    """The same in one text: ``Ann <@10>``."""
    told = person(user_id, name)
    return f"{told['name']} <@{told['id']}>" if "id" in told else told["name"]
