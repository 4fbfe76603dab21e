"""A season's file: the matches of a good one, and each bad line of another with its errors."""

from datetime import UTC, datetime

import pytest

from bot.common.errors import Refused
from bot.league.paper.reading import MOST_BYTES, MOST_MATCHES, Problem, read_file
from bot.models.credits import Competing
from bot.models.stored_league import MatchState
from tests.league.paper.club import ANN, BEN, CLEO, DAN, GUS, HEADER, LINE, context, file, game


def problems(content: bytes) -> list[Problem]:
    """The errors in the lines of a file."""
    return list(read_file(content, context()).problems)


def test_line_of_a_file_is_a_match_of_the_league() -> None:
    read = read_file(file(LINE), context())
    [match] = read.matches
    assert not read.problems
    assert [one.id for one in match.result.players] == [ANN, CLEO, BEN, DAN]
    assert match.result.totals == (310, 245)
    assert match.result.at == datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()
    assert match.line_up.plays_for == {0: (ANN, BEN), 1: (CLEO, DAN)}
    assert match.state is MatchState.COUNTS


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbf" + file(LINE), id="a byte order mark, as Excel puts it"),
        pytest.param(file(LINE).replace(b",", b";"), id="semicolons, as in Europe"),
        pytest.param(file(LINE).replace(b",", b"\t"), id="tabs"),
        pytest.param(file(LINE).replace(b"\n", b"\r\n"), id="the line ends of Windows"),
        pytest.param(file("", LINE, ",,,,,,"), id="empty lines"),
        pytest.param(file(LINE.replace("Ann", '"Ann"')), id="quotation marks around a cell"),
        pytest.param(file(LINE.replace("Ann", " ANN ")), id="spaces and capitals"),
        pytest.param(file(LINE.replace("Ann", "@ann")), id="a name as Discord has one type it"),
        pytest.param(file(LINE.replace("Ann", str(ANN))), id="an id"),
        pytest.param(file(LINE.replace("<@100000000000000003>", "'=Dan")), id="made harmless"),
        pytest.param(file(LINE, header=HEADER.upper()), id="columns in capitals"),
        pytest.param(file(f"{LINE},,,", header=f"{HEADER},winner,deals,state"), id="empty cells that may be"),
    ],
)
def test_spreadsheet_variants_of_a_good_file_are_read_alike(content: bytes) -> None:
    read = read_file(content, context())
    assert not read.problems
    assert [match.result for match in read.matches] == [
        match.result for match in read_file(file(LINE), context()).matches
    ]


def test_substitute_of_the_server_plays_for_the_pair() -> None:
    [match] = read_file(file(LINE.replace("Ben", f"<@{GUS}>")), context()).matches
    assert match.line_up.plays_for[0] == (ANN, BEN)


def test_optional_deals_winner_state_and_end_are_read() -> None:
    header, line = f"{HEADER},winner,deals,state,ended", f"{LINE},2,200 100; 110 145,void,broken off"
    [match] = read_file(file(line, header=header), context()).matches
    assert match.result.deals == ((200, 100), (110, 145))
    assert (match.result.winner, match.result.is_broken_off) == (1, True)
    assert match.state is MatchState.VOID


WHOLE_FILES = [
    pytest.param(b"", "empty", id="empty"),
    pytest.param(b" \n\n", "empty", id="blank"),
    pytest.param(file(), "no matches", id="only columns"),
    pytest.param(LINE.encode(), "Missing", id="no columns"),
    pytest.param(file(LINE).decode().encode("utf-16"), "UTF-16", id="UTF-16"),
    pytest.param(b",,,,\n \n;;", "empty", id="only commas"),
    pytest.param(file(LINE) + b"2026-11-21,Jos\x81", "Line 3", id="neither UTF-8 nor Windows-1252"),
    pytest.param(b"\xef\xbb\xbf" + file(LINE) + b"Jos\xe9", "Line 3", id="a byte order mark, and no UTF-8"),
    pytest.param(b"PK\x03\x04" + bytes(99), "workbook", id="a workbook"),
    pytest.param(b"\xd0\xcf\x11\xe0" + bytes(99), "workbook", id="an old workbook"),
    pytest.param(b"a" * (MOST_BYTES + 1), "too large", id="too large"),
    pytest.param(file(*[LINE] * (MOST_MATCHES + 1)), "more than 2,000", id="too many lines"),
    pytest.param(
        file(LINE, header=HEADER.replace(",side2_points", "")), "side2_points", id="a column missing"
    ),
    pytest.param(file(LINE, header=HEADER.replace("date", "dayte")), "dayte", id="a column misspelled"),
    pytest.param(file(f"{LINE},1", header=f"{HEADER},date"), "twice", id="a column twice"),
    pytest.param(file(LINE, header=f'"{HEADER}'), "first line", id="an open quotation mark in the columns"),
    pytest.param(file(LINE, header=f'"a"b,{HEADER}'), "first line", id="a wrong mark in the columns"),
]


@pytest.mark.parametrize(("content", "said"), WHOLE_FILES)
def test_text_that_is_no_season_file_is_refused_as_a_whole(content: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_file(content, context())


BAD_LINES = [
    pytest.param(LINE.replace("2026-11-20", ""), "`date`: The cell is empty", id="no date"),
    pytest.param(LINE.replace("2026-11-20", "13/20/2026"), "isn't a date", id="a month there isn't"),
    pytest.param(LINE.replace("2026-11-20", "2026-02-30"), "isn't a date", id="a day there never was"),
    pytest.param(LINE.replace("2026-11-20", "2026-12-20"), "future", id="a date to come"),
    pytest.param(LINE.replace("2026-11-20", "1906-11-20"), "before 1970", id="a date long ago"),
    pytest.param(LINE.replace("Ann", ""), "`side1_player1`: The cell is empty", id="a player missing"),
    pytest.param(LINE.replace("Ann", "Zoe"), "No one in this season is called “Zoe”", id="an unknown name"),
    pytest.param(LINE.replace("Ann", "<@900000000000000009>"), "isn't a member", id="an unknown id"),
    pytest.param(LINE.replace("Ann", "<@17>"), "isn't a member", id="the number of a former player"),
    pytest.param(LINE.replace("Ann", "a former player"), "former player", id="a former player"),
    pytest.param(LINE.replace("Ann", "computer"), "computers", id="a computer"),
    pytest.param(LINE.replace("Ben", "Ann"), "named twice", id="a player twice on a side"),
    pytest.param(LINE.replace("Cleo", "Ann"), "named twice", id="a player on both sides"),
    pytest.param(LINE.replace("Ben", "Cleo").replace("Cleo,<", "Ben,<"), "different pairs", id="pairs mixed"),
    pytest.param(LINE.replace("310", ""), "`side1_points`: The cell is empty", id="points missing"),
    pytest.param(LINE.replace("310", "many"), "isn't a whole number", id="points that are a word"),
    pytest.param(LINE.replace("310", "310.5"), "isn't a whole number", id="half a point"),
    pytest.param(LINE.replace("310", "٣١٠"), "isn't a whole number", id="digits of another script"),
    pytest.param(LINE.replace("310", "1e5"), "isn't a whole number", id="an exponent"),
    pytest.param(LINE.replace("310", "100000"), "No one scores more", id="too many points"),
    pytest.param(LINE.replace("310", "9" * 40), "isn't a whole number", id="a number without end"),
    pytest.param(LINE.removesuffix(",245"), "6 cells for 7 columns", id="a cell missing"),
    pytest.param(f"{LINE},1", "8 cells for 7 columns", id="a cell too many"),
    pytest.param(LINE.replace("Ann", '=HYPERLINK("x")'), "", id="a formula with quotation marks"),
    pytest.param(LINE.replace("Ann", "=1+1"), "begins like a formula", id="a formula"),
    pytest.param(LINE.replace("Ann", "+Ann"), "begins like a formula", id="a formula with a plus"),
    pytest.param(LINE.replace("Ann", "-Ann"), "begins like a formula", id="a formula with a minus"),
    pytest.param(LINE.replace("Ann", "An\x00n"), "can't be seen", id="NUL"),
    pytest.param(LINE.replace("Ann", "\x1b[31mAnn"), "can't be seen", id="an escape sequence"),
    pytest.param(LINE.replace("Ann", "A" * 3000), "3,000 characters", id="a huge cell"),
    pytest.param(LINE.replace("Ann", "A" * 200_000), "far too long", id="a cell beyond all bounds"),
    pytest.param(LINE.replace("Ann", '"Ann'), "quotation mark", id="a quotation mark that isn't closed"),
    pytest.param(LINE.replace("Ann", '"Ann"x'), "quotation mark", id="a quotation mark inside a cell"),
]


@pytest.mark.parametrize(("line", "said"), BAD_LINES)
def test_bad_line_is_named_with_its_errors(line: str, said: str) -> None:
    """Good lines around it do not hide it; only an open quotation mark swallows what follows."""
    other = LINE.replace("310", "330")
    found = problems(file(LINE, line, other))
    assert [one.line for one in found] == [3]
    assert said in found[0].what


BAD_MORE = [
    pytest.param("3,,,", "no side", id="a side there isn't"),
    pytest.param("Ann,,,", "no side", id="a winner by name"),
    pytest.param(",200 100,,", "add up", id="deals that don't add up"),
    pytest.param(",310; 245,,", "Deal 1 needs 2 numbers", id="a deal of one side"),
    pytest.param(",310 x,,", "isn't a whole number", id="a deal that is a word"),
    pytest.param(",,maybe,", "isn't one of", id="an unknown state"),
    pytest.param(",,,early", "broken off", id="an unknown end"),
]


@pytest.mark.parametrize(("cells", "said"), BAD_MORE)
def test_optional_columns_are_checked_too(cells: str, said: str) -> None:
    found = problems(file(f"{LINE},{cells}", header=f"{HEADER},winner,deals,state,ended"))
    assert [one.line for one in found] == [2]
    assert said in found[0].what


def test_line_with_several_errors_names_them_all() -> None:
    found = problems(file("never,Zoe,Ben,x,Cleo,'=Dan,245"))
    assert [one.what.partition(":")[0] for one in found] == ["`date`", "`side1_player1`", "`side1_points`"]


def test_duplicate_of_a_match_in_a_file_is_refused() -> None:
    [match] = read_file(file(LINE), context()).matches
    assert problems(file(LINE, LINE)) == [Problem(3, "It's the same match as in line 2.")]
    stored = read_file(file(LINE), context(match.result))
    assert stored.problems == (Problem(2, "The season has this match already."),)


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    """A cell may have several lines of its own."""
    broken = LINE.replace("Ann", '"An\nn"')
    assert [one.line for one in problems(file(LINE, "", broken, LINE.replace("310", "x")))] == [4, 6]


def test_file_gives_places_where_cards_decide() -> None:
    donkey = game("donkey", 3)
    header = "date,side1_player1,side1_points,side2_player1,side2_points,side3_player1,side3_points"
    line = "2026-11-20,Ann,2,Ben,1,Cleo,{}"
    of_players = context(playing=donkey, competing=Competing.PLAYERS)
    [match] = read_file(file(line.format(3), header=header), of_players).matches
    assert match.result.totals == (2, 1, 3)
    [wrong] = read_file(file(line.format(140), header=header), of_players).problems
    assert "Cards decide" in wrong.what


def test_only_printable_text_is_quoted() -> None:
    [wrong] = problems(file(LINE.replace("Ann", "**@everyone** `x` [a](b)")))
    assert "**" not in wrong.what
    assert "@everyone" not in wrong.what.replace("\\@", "")


def test_damage_of_every_kind_was_tried() -> None:
    assert len(WHOLE_FILES) + len(BAD_LINES) + len(BAD_MORE) >= 40
