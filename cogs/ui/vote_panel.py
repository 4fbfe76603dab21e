"""What is proposed at a table, for everybody to see, and who has still to agree."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.play.agreement import Proposal
from bot.play.shown import ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, note, panel, rows_of
from cogs.ui.words import listed, name_of

ASKS: Final = {
    "end": "End the match with no winner?",
    "redeal": "Throw in this deal and deal again?",
    "takeback": "Let {0} take back the last play?",
}
DONE: Final = {
    "end": "Everyone agreed. The match is over, with no winner.",
    "redeal": "Everyone agreed. This deal is dealt again.",
    "takeback": "{0} took back the last play.",
}
GONE: Final = "The vote is off: the table has moved on."


def vote_panel(table: ShownTable, proposal: Proposal) -> ui.LayoutView:
    """What is proposed, with a button for those who have not agreed; or that it is done."""
    who = "" if proposal.seat is None else name_of(table.seats[proposal.seat])
    agreed = table.agreed.get(proposal)
    if agreed is None or not table.is_playing:
        return note(f"🤝 {DONE[proposal.kind].format(who)}")
    present = [seat for seat in table.seats if seat.user_id is not None and not seat.computer]
    yes = listed([name_of(seat) for seat in present if seat.user_id in agreed])
    still = listed([name_of(seat) for seat in present if seat.user_id not in agreed])
    text = f"🤝 **{ASKS[proposal.kind].format(who)}**\nAgreed: {yes}\nWaiting for: {still}"
    agree = Control(Verb.AGREE, table.id, table.revision, written(proposal))
    return panel(ui.TextDisplay(text), *rows_of([TableButton(agree, "Agree")]))


def written(proposal: Proposal) -> str:
    """A proposal as the argument of a control: ``redeal``, ``takeback 2``."""
    return proposal.kind if proposal.seat is None else f"{proposal.kind} {proposal.seat}"


def read(text: str) -> Proposal | None:
    """The proposal an argument stands for; None for anything else."""
    kind, _, seat = text.partition(" ")
    if kind == "takeback" and seat.isascii() and seat.isdigit():
        return Proposal("takeback", int(seat))
    return {"end": Proposal("end"), "redeal": Proposal("redeal")}.get(text)
