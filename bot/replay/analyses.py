"""Analyses of finished deals, computed in a worker on request and cached."""

from __future__ import annotations

import logging
from typing import Final

from bot.common.arithmetic import Ask, NotWorkedOut
from bot.common.errors import Refused
from bot.replay.analysis import Analysis, analyse
from bot.replay.match import Replay
from bot.replay.moments import score_of
from bot.replay.open_deal import OpenDeal, open_deal

log = logging.getLogger(__name__)

CACHE_SIZE: Final = 100
MOST_RUNNING: Final = 5
"""Analyses running at a time; further requests are refused."""
TOO_MANY: Final = "Several deals are being worked out just now. Nothing is lost. Try again in a moment."
NOT_NOW: Final = "The deal couldn't be worked out just now. Nothing is lost. Try again."
FAILED: Final = "This deal can't be worked out. Nothing is lost. Tell the bot's owner."
NO_ANALYSIS: Final = "There's no analysis of this deal. Choose another deal."


def may_be_analysed(replay: Replay, place: int) -> bool:
    """Whether deal ``place``, from 0, can be analyzed; False if there is no such deal."""
    return place < len(replay.deals) and open_deal(replay, place) is not None


class Analyses:
    """Computes analyses and caches the latest. Callers check who may see the replay."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._cache: dict[OpenDeal, Analysis] = {}
        self._running = 0

    async def of(self, replay: Replay, place: int) -> Analysis:
        """The analysis of deal ``place``, from 0.

        Raises:
            Refused: the deal has none, too many are running, or the computation failed.
        """
        deal = open_deal(replay, place)
        if deal is None:
            raise Refused(NO_ANALYSIS)
        if deal not in self._cache:
            score = score_of(replay.deals[place])
            assert score is not None, "a deal with an analysis has a score"
            assert score.contract is not None, "and a bid"
            self._store(deal, await self._computed(deal, score.contract.took))
        return self._cache[deal]

    async def _computed(self, deal: OpenDeal, took: int) -> Analysis:
        if self._running >= MOST_RUNNING:
            raise Refused(TOO_MANY)
        self._running += 1
        try:
            return await self._ask(analyse, deal, took)
        except NotWorkedOut:
            raise Refused(NOT_NOW) from None
        except Exception as error:  # noqa: BLE001 - its message may name cards
            log.error("a deal could not be analysed (%s)", type(error).__name__)
            raise Refused(FAILED) from None
        finally:
            self._running -= 1

    def _store(self, deal: OpenDeal, analysis: Analysis) -> None:
        self._cache[deal] = analysis
        if len(self._cache) > CACHE_SIZE:
            del self._cache[next(iter(self._cache))]
