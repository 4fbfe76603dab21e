"""Leaving a league match, through the services: its bookings, panels, and a rebuild."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.database.database import Statement
from bot.database.opening import open_database
from bot.league.ledger import requeue_all
from bot.models.boards import Period
from bot.models.credits import Abandoned, Competing
from bot.models.endings import CHOICES, Ending, Leaving
from bot.models.scoring import Method
from bot.models.stored_league import League, MatchState, Season
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import Status
from bot.replay.service import Replays
from bot.server.store import ServerStore
from bot.stats.contribution import rating_board
from bot.stats.histories import Histories
from bot.stats.records import Records
from bot.stats.store.ledger import LedgerStore
from bot.stats.store.rating_rows import RatingStore
from bot.table.desk.agreement import ALONE_IN_LEAGUE, Proposal
from bot.table.desk.present import replace_record
from bot.table.desk.table import Table, shown_table
from bot.table.store.results import ResultStore
from bot.table.turns.time_limit import NO_LIMIT, TurnTime
from bot.tools.doctor import examine
from cogs.league.history_panel import history_panel
from cogs.league.results_panel import Ruling, match_details, rulings_on
from cogs.league.standings_panel import own_lines
from cogs.league.words import result_line
from cogs.replay.history_panel import history_panel as history_of
from cogs.replay.panel import StepAddress, step_panel
from cogs.stats.record_panel import Card, record_panel
from cogs.table.ended_panel import ended_text
from cogs.table.panel import over_panel, who_won
from cogs.ui.addresses import RecordAddress
from rules.core.words import signed
from tests.league.league_room import LeagueRoom
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, FOUR, GUILD
from tests.ui.tables import text

ANNS, BENS = (ANN.id, CLEO.id), (BEN.id, DAN.id)


@pytest.fixture
async def room() -> AsyncIterator[LeagueRoom]:
    room = LeagueRoom()
    yield room
    await room.close()


@pytest.mark.parametrize("leaving", CHOICES)
@pytest.mark.parametrize("seed", range(4))
async def test_leavers_pair_loses_despite_server_settings_and_a_stand_in_plays(
    room: LeagueRoom, leaving: Leaving, seed: int
) -> None:
    """Bug: the stand-in won 145 to −140; the leaver's rating rose by 19, and both pairs were losers."""
    await ServerStore(room.database).set_server_settings(GUILD, ServerSettings(leaving=leaving))
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season, seed=seed)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    lines = await room.standings(season)
    assert {who: (line.won, line.lost) for who, line in lines.items()} == {ANNS: (0, 1), BENS: (1, 0)}
    for board in (rating_board(), rating_board(season_id=season.id)):
        rated = {
            who: await RatingStore(room.database).rating(GUILD, board, who)
            for who in (ANNS, BENS, *((p.id,) for p in FOUR))
        }
        assert rated[CLEO.id,] is None, "a partner who stayed is not rated"
        up, down = {BENS, (BEN.id,), (DAN.id,)}, {ANNS, (ANN.id,)}
        assert all(one is not None and one.mean > 25 for who, one in rated.items() if who in up)
        assert all(one is not None and one.mean < 25 for who, one in rated.items() if who in down)
    record = await Records(room.database).of(GUILD, (ANN.id,), Period.EVER)
    assert record is not None
    assert (record.figures.lost, record.figures.left_early) == (1, 1)
    [shown] = (await room.results.page(season)).lines
    line = result_line(shown, {})
    assert line.index("**") > line.index("Cleo"), "the opponents are bold"
    assert "forfeited by leaving" in match_details(shown, season)
    names: dict[tuple[int, ...], tuple[str, ...]] = {ANNS: ("Ann", "Cleo"), BENS: ("Ben", "Dan")}
    for who, expected in (
        (ANNS, "lost to Ben & Dan by leaving"),
        (BENS, "won against Ann & Cleo, because an opponent left"),
    ):
        origins = await room.standing.origins(season.id, who)
        assert expected in "\n".join(own_lines(season, lines[who], origins, names))


async def test_points_of_a_leaver_are_at_most_those_at_leaving(room: LeagueRoom) -> None:
    for seed in range(6):
        league, season = await room.begin(Competing.PAIRS, name=f"League {seed}")
        table = await room.start(league, season, seed=seed)
        while table.match.deal < 2:
            await room.answer(table)
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
        await room.play_out(table)
        [first, last] = await ResultStore(room.database).deals(table.record.id)
        so_far, end = (next(side.total for side in one.sides if 0 in side.seats) for one in (first, last))
        lines = await room.standings(season)
        assert lines[ANNS].points == min(so_far, end)
        assert lines[BENS].points == next(side.total for side in last.sides if 1 in side.seats)


async def test_leaver_who_came_back_before_the_end_has_not_left(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    for _ in range(10):
        await room.answer(table)
    await room.tables.presence.come_back(CHANNEL, ANN.id)
    assert table.record.seats[0].left_with is None
    await room.play_out(table)
    match = await ResultStore(room.database).match(table.record.id)
    assert match is not None
    assert not match.is_forfeited
    assert {one.won for one in match.players if one.place == 1} == {True}


async def test_leaving_after_the_match_was_won_is_refused(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    await room.play_out(table)
    with pytest.raises(Refused):
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    assert {line.won + line.lost + line.drawn for line in (await room.standings(season)).values()} == {1}


async def test_partner_who_stayed_has_no_result_or_the_win_scored(room: LeagueRoom) -> None:
    found = set()
    for seed in range(8):
        league, season = await room.begin(Competing.PLAYERS, name=f"League {seed}")
        table = await room.start(league, season, seed=seed)
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
        await room.play_out(table)
        match = await ResultStore(room.database).match(table.record.id)
        assert match is not None
        has_scored = match.players[0].place == 1 != match.players[1].place
        lines = await room.standings(season)
        told = {who: (line.won, line.lost) for (who,), line in lines.items()}
        assert told == {
            ANN.id: (0, 1),
            CLEO.id: (int(has_scored), 0),
            BEN.id: (1, 0),
            DAN.id: (1, 0),
        }
        found.add(has_scored)
    assert found == {True, False}


async def test_record_of_a_partner_who_stayed_denies_no_match_played_to_its_end(room: LeagueRoom) -> None:
    """Bug: it read that none was played to its end."""
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    await room.standings(season)
    record = await Records(room.database).of(GUILD, (CLEO.id,))
    assert record is not None
    said = text(record_panel(Card("Cleo", RecordAddress(((CLEO.id,),)), record)))
    assert "None went to its end without a player leaving." in said


@pytest.mark.parametrize("seed", range(4))
async def test_meeting_decided_by_leaving_has_no_margin(room: LeagueRoom, seed: int) -> None:
    """Bug: a winner with −120 to 90 points was told to have "won by 120"."""
    league, season = await room.begin(Competing.PLAYERS)
    table = await room.start(league, season, seed=seed)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    await room.standings(season)
    rivalry = await Records(room.database).rivalry(GUILD, (BEN.id,), (ANN.id,))
    assert (rivalry.won, rivalry.lost) == (1, 0)
    assert [meeting.margin for meeting in rivalry.meetings] == [None]


async def test_history_tells_why_the_side_with_fewer_points_won(room: LeagueRoom) -> None:
    """Bug: "won −120 – 90", and no word of the forfeit, unless to the leaver."""
    league, season = await room.begin(Competing.PLAYERS)
    table = await room.start(league, season)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    for who in (ANN, BEN, CLEO):
        said = text(history_of(await Histories(room.database).page(GUILD, who.id, 0)))
        assert " · forfeited by leaving" in said
        assert ("lost by leaving" in said) is (who is ANN)


async def test_partner_who_stayed_and_won_reads_of_no_opponent_who_left(room: LeagueRoom) -> None:
    """Bug: it read "won against Ben and Dan, forfeited by leaving", as if they had left."""
    league, season = await room.begin(Competing.PLAYERS)
    for seed in range(8):
        table = await room.start(league, season, seed=seed)
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
        await room.play_out(table)
    lines, who = await room.standings(season), (CLEO.id,)
    assert lines[who].won
    names: dict[tuple[int, ...], tuple[str, ...]] = {(one.id,): (one.name,) for one in FOUR}
    told = "\n".join(own_lines(season, lines[who], await room.standing.origins(season.id, who), names))
    assert "won against Ben and Dan ·" in told
    assert "left" not in told


async def test_first_player_who_stayed_wins_in_games_without_sides(room: LeagueRoom) -> None:
    """Bug: where the leaver was first, no player won."""
    for seed in range(3):
        league, season = await room.begin(Competing.PLAYERS, game="golden10_1988", name=f"League {seed}")
        table = await room.start(league, season, seed=seed)
        await room.play_out(table, stop_at=30)
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
        await room.play_out(table)
        match = await ResultStore(room.database).match(table.record.id)
        assert match is not None
        stayed = [one for one in match.players if one.user_id != ANN.id]
        best = min(one.place or 9 for one in stayed)
        assert {one.user_id for one in match.players if one.won} == {
            one.user_id for one in stayed if one.place == best
        }


async def a_match_that_ann_leaves(room: LeagueRoom, seed: int) -> Table:
    """The table of a league match that is played to its end after Ann has left it."""
    league, season = await room.begin(Competing.PLAYERS)
    table = await room.start(league, season, seed=seed)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    return table


@pytest.mark.parametrize("seed", range(4))
async def test_message_of_a_forfeited_match_names_the_winners_by_the_forfeit(
    room: LeagueRoom, seed: int
) -> None:
    """Bug: it said that the leaver's side wins where that side led, and never that it was forfeited."""
    table = await a_match_that_ann_leaves(room, seed)
    said = text(over_panel(shown_table(table, NO_LIMIT)))
    assert said.startswith("## 🏆 Ben & Dan win the match")
    assert "A computer finished the match for Ann. In the league, that forfeits it." in said


@pytest.mark.parametrize("seed", range(4))
async def test_replay_of_a_forfeited_match_names_the_winners_by_the_forfeit(
    room: LeagueRoom, seed: int
) -> None:
    """Bug: its last step, which can be sent to the channel, said that the side with more points wins."""
    table = await a_match_that_ann_leaves(room, seed)
    replay = await Replays(room.database).of(table.record.id, GUILD, CHANNEL, BEN.id)
    said = text(step_panel(replay, StepAddress(len(replay.deals), 99)))
    assert "-# Ben & Dan win the match, forfeited by leaving." in said
    assert said.count("the match") == 1


async def test_message_of_a_match_forfeited_by_both_sides_names_no_winner(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    for who in (ANN.id, BEN.id):
        await room.tables.presence.leave(CHANNEL, who, "random")
    await room.play_out(table)
    shown = shown_table(table, NO_LIMIT)
    assert shown.view is not None
    assert shown.view.outcome is not None
    assert who_won(shown, shown.view.outcome) == "🃏 No one won this time"


async def test_both_pairs_lose_unrated_if_each_has_a_leaver(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    for who in (ANN.id, BEN.id):
        await room.tables.presence.leave(CHANNEL, who, "random")
    await room.play_out(table)
    assert {line.lost for line in (await room.standings(season)).values()} == {1}
    assert await RatingStore(room.database).rating(GUILD, rating_board(), ANNS) is None


async def test_disputed_voided_and_restored_match_stays_forfeited(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    before, number = await room.standings(season), table.record.id
    await room.results.rule(league, number, MatchState.DISPUTED, ANN.id, "the stand-in won")
    assert await room.standings(season) == before
    await room.results.rule(league, number, MatchState.VOID, 9, "see")
    assert {line.played for line in (await room.standings(season)).values()} == {0}
    await room.results.rule(league, number, MatchState.COUNTS, 9, "seen")
    assert await room.standings(season) == before


@pytest.mark.parametrize("points", [(500, 10), None])
async def test_correction_of_a_forfeited_match_holds_until_it_is_restored(
    room: LeagueRoom, points: tuple[int, int] | None
) -> None:
    """Bug: it changed the points and left the forfeit. ``None`` are the points as they were played."""
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season, seed=2)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    before, number = await room.standings(season), table.record.id
    [played] = (await room.results.page(season)).lines
    ours, theirs = points or (played.points_of(0), played.points_of(1))
    assert ours != theirs
    await room.results.correct(league, number, (ours, theirs), 9, "the phone died")
    lines = await room.standings(season)
    assert (lines[ANNS].won, lines[BENS].won) == (ours > theirs, theirs > ours)
    assert (lines[ANNS].points, lines[BENS].points) == (ours, theirs)
    await LedgerStore(room.database).requeue_all()
    assert await room.standings(season) == lines
    for board in (rating_board(), rating_board(season_id=season.id)):
        cleo = await RatingStore(room.database).rating(GUILD, board, (CLEO.id,))
        assert cleo is not None, "the partner who stayed is rated, too"
        assert (cleo.mean > 25) is (ours > theirs)
    [shown] = (await room.results.page(season)).lines
    assert "forfeited by leaving" not in match_details(shown, season)
    assert result_line(shown, {}).startswith("**") is (ours > theirs)
    told = text(history_panel(league, season, await room.results.history(league)))
    assert f"as played → {signed(ours)} – {signed(theirs)}, not forfeited any more" in told

    with pytest.raises(Refused, match="these points already"):
        await room.results.correct(league, number, (ours, theirs), 9, "again")
    restored = await room.results.rule(league, number, MatchState.COUNTS, 9, "no excuse")
    assert "forfeited by leaving" in match_details(restored, season)
    assert await room.standings(season) == before
    told = text(history_panel(league, season, await room.results.history(league)))
    assert "as played, forfeited by leaving again" in told
    with pytest.raises(Refused, match="counts already"):
        await room.results.rule(league, number, MatchState.COUNTS, 9, "again")


async def test_forfeit_law_holds_after_a_rebuild_and_for_earlier_matches(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season, seed=2)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    lines = await room.standings(season)
    await requeue_all(room.database)
    assert await room.standings(season) == lines
    # The same match as an earlier version recorded it.
    for sql in (
        "UPDATE matches SET leaving = NULL",
        "UPDATE match_players SET left_with = NULL",
        "UPDATE match_players SET won = CASE WHEN place = 1 AND computer IS NULL THEN 1 ELSE 0 END",
    ):
        await room.database.write(Statement(sql))
    await requeue_all(room.database)
    match = await ResultStore(room.database).match(table.record.id)
    assert match is not None
    assert len({one.place for one in match.players}) == 2
    before = await room.standings(season)
    assert before[ANNS].lost == 1
    assert before[BENS].won == (match.players[1].place == 1)


async def test_match_under_way_keeps_the_law_it_began_with(room: LeagueRoom) -> None:
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    assert table.record.leaving is Leaving.FORFEIT
    replace_record(table, table.record._replace(leaving=Leaving.PLAYED))  # as one of an earlier version
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.play_out(table)
    match = await ResultStore(room.database).match(table.record.id)
    assert match is not None
    assert {one.won for one in match.players if one.place == 1} == {True}


# With computers at the table ----------------------------------------------------------------------


async def with_computers(room: LeagueRoom, people: int = 1) -> tuple[League, Season, Table]:
    league, season = await room.begin(Competing.PLAYERS, computers=True)
    return league, season, await room.start(league, season, people=people)


async def test_player_against_computers_alone_cannot_end_the_match(room: LeagueRoom) -> None:
    _, _, table = await with_computers(room)
    for kind in ("end", "redeal"):
        with pytest.raises(Refused, match=ALONE_IN_LEAGUE):
            await room.tables.votes.agree(CHANNEL, ANN.id, Proposal(kind))
    assert table.record.status is Status.PLAYING


async def test_two_players_among_computers_both_have_to_agree(room: LeagueRoom) -> None:
    _, _, table = await with_computers(room, people=2)
    await room.tables.presence.leave(CHANNEL, BEN.id, "random")
    await room.tables.votes.agree(CHANNEL, ANN.id, Proposal("end"))
    assert table.record.status is Status.PLAYING, "one who is away has a say"


async def test_broken_off_match_with_computers_is_lost_for_the_leaver(room: LeagueRoom) -> None:
    _, season, table = await with_computers(room, people=2)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    await room.tables.close_table(CHANNEL, Ending.MANAGER, 9)
    match = await ResultStore(room.database).match(table.record.id)
    assert match is not None
    assert (match.broken_off, match.counted) == (True, False)
    lines = await room.standings(season)
    assert (lines[ANN.id,].lost, lines[BEN.id,].won) == (1, 1)


async def test_abandoned_league_match_is_played_on_by_computers() -> None:
    """Staying away for days ends no match, so no player can escape one."""
    room = LeagueRoom(TurnTime.of(0, deserted=1000))
    _, season, table = await with_computers(room)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    room.now += 1001
    await room.tables.due.end_deserted(table)
    assert table.record.status is Status.PLAYING
    assert not table.waits_for_people
    await room.play_out(table)
    lines = await room.standings(season)
    assert lines[ANN.id,].lost == 1
    await room.close()


async def test_player_who_never_answers_is_stood_in_for_when_deserted() -> None:
    room = LeagueRoom(TurnTime.of(0, deserted=1000))
    league, season = await room.begin(Competing.PAIRS)
    table = await room.start(league, season)
    [asked] = table.people_asked()
    room.now += 1001
    await room.tables.due.end_deserted(table)
    assert [who.is_away for who in table.record.seats].count(True) == 1
    assert table.record.seats[asked].is_away
    await room.tables.due.end_deserted(table)
    assert table.record.status is Status.PLAYING
    await room.close()


@pytest.mark.parametrize("abandoned", Abandoned)
async def test_match_broken_off_is_corrected_only_where_its_points_count(
    room: LeagueRoom, abandoned: Abandoned
) -> None:
    """Bug: "counts with these points", it said, and the standings stayed as they were."""
    league, season = await room.begin(Competing.PAIRS, abandoned=abandoned)
    table = await room.start(league, season, seed=4)
    while table.match.deal < 2:
        await room.answer(table)
    await room.tables.close_table(CHANNEL, Ending.MANAGER, 9)
    [found] = (await room.results.page(season)).lines
    is_offered = Ruling.CORRECT in rulings_on(found, organizes=True)
    assert is_offered is (abandoned is Abandoned.AS_IT_STOOD)
    correcting = room.results.correct(league, table.record.id, (10, 300), 9, "played on at home")
    if is_offered:
        await correcting
        assert (await room.standings(season))[BENS].won == 1
    else:
        with pytest.raises(Refused, match="broken off, so points don't decide it"):
            await correcting


@pytest.mark.parametrize(
    ("abandoned", "told", "won"),
    [
        (Abandoned.LEAVERS_LOSE, "Ann lost it by leaving. Ben & Dan win it.", (0, 1, 0, 1)),
        (Abandoned.AS_IT_STOOD, "Ann lost it by leaving. Ben & Dan win it.", (0, 1, 0, 1)),
        (Abandoned.VOID, "In the league it counts for no one.", (0, 0, 0, 0)),
    ],
)
async def test_all_pages_say_of_a_match_broken_off_what_the_standings_count(
    room: LeagueRoom, abandoned: Abandoned, told: str, won: tuple[int, ...]
) -> None:
    """Bug: the standings had a winner; the table, the results, the history and the leaderboard had none."""
    league, season = await room.begin(Competing.PLAYERS, abandoned=abandoned)
    table = await room.start(league, season, seed=4)
    while table.match.deal < 2:
        await room.answer(table)
    await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    shown = await room.tables.close_table(CHANNEL, Ending.MANAGER, 9)
    assert told in ended_text(shown)
    assert ("The match has no winner." in ended_text(shown)) is not any(won)
    lines = await room.standings(season)
    by_player = [(lines[who.id,].won, lines[who.id,].lost) for who in FOUR]
    lost = int(abandoned is not Abandoned.VOID)
    assert by_player == [(own, lost * (who is ANN)) for own, who in zip(won, FOUR, strict=True)]
    [result] = (await room.results.page(season)).lines
    assert ("**" in result_line(result, {})) is any(won)
    for period in (Period.EVER, Period.season(season.id)):
        for who, own in zip(FOUR, by_player, strict=True):
            record = await Records(room.database).of(GUILD, (who.id,), period)
            assert record is not None
            assert (record.figures.won, record.figures.lost) == own
    histories = {who: await Histories(room.database).page(GUILD, who.id, 0) for who in (ANN, BEN, CLEO)}
    assert "lost by leaving" in text(history_of(histories[ANN]))
    assert ("**won**, broken off" in text(history_of(histories[BEN]))) is any(won)
    assert ("no result, broken off" in text(history_of(histories[CLEO]))) is any(won)
    await requeue_all(room.database)
    assert await room.standings(season) == lines


@pytest.mark.parametrize("ended", [Ending.MANAGER, Ending.AGREED, Ending.NO_CHANNEL])
@pytest.mark.parametrize("leaves", [False, True])
async def test_match_closed_before_any_score_counts_only_as_a_leavers_loss(
    room: LeagueRoom, ended: Ending, *, leaves: bool
) -> None:
    """Bug: it was a draw of 0 to 0 in a league in which broken-off matches count as they stood."""
    league, season = await room.begin(
        Competing.PLAYERS, method=Method.AVERAGE, abandoned=Abandoned.AS_IT_STOOD
    )
    table = await room.start(league, season)
    await room.play_out(table, stop_at=3)
    if leaves:
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
    shown = await room.tables.close_table(CHANNEL, ended, 9)
    lines = await room.standings(season)
    is_lost = leaves and ended is Ending.MANAGER
    assert (await ResultStore(room.database).match(table.record.id) is not None) is is_lost
    assert {who: (line.won, line.drawn, line.lost) for (who,), line in lines.items()} == {
        who.id: (is_lost and who in {BEN, DAN}, 0, is_lost and who is ANN) for who in FOUR
    }
    assert all(line.value is None for line in lines.values()), "there are no points of no deal"
    assert ("No deal was scored, so this match doesn't count." in ended_text(shown)) is not is_lost
    assert shown.leaves_no_result is not is_lost


async def test_match_dealt_again_and_closed_before_any_score_has_no_result(room: LeagueRoom) -> None:
    """Bug: the sheet's line on that was taken for a scored deal, and the match was a draw of 0 to 0."""
    league, season = await room.begin(
        Competing.PLAYERS, method=Method.AVERAGE, abandoned=Abandoned.AS_IT_STOOD
    )
    table = await room.start(league, season)
    for who in FOUR:
        await room.tables.votes.agree(CHANNEL, who.id, Proposal("redeal"))
    assert table.match.game.table_view(table.match.state).sheet, "the sheet says that it was dealt again"
    await room.tables.close_table(CHANNEL, Ending.AGREED, 9)
    assert await ResultStore(room.database).match(table.record.id) is None


async def test_doctor_finds_no_fault_in_a_forfeited_match(tmp_path: Path) -> None:
    path = tmp_path / "rookery.sqlite3"
    room = LeagueRoom(database=await open_database(path))
    league, season = await room.begin(Competing.PAIRS)
    for seed in range(3):
        table = await room.start(league, season, seed=seed)
        await room.tables.presence.leave(CHANNEL, ANN.id, "random")
        await room.play_out(table)
    await room.close()
    assert await examine(path) == []
