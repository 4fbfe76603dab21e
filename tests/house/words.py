"""The words of the code: docstrings, comments and names, held to docs/glossary.md."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from typing import Final

from tests.house.measured import Amount, Measured, most, number_of
from tests.house.sources import Source, Sources

GLOSSARY: Final = "docs/glossary.md"
IN_THE_CODE: Final = "# In the code"
"""The heading of the glossary's terms that players do not read."""
RIDDLE: Final = r"what [a-z]+ (?:has|had|is|was|are) "
"""A clause in the place of a noun."""
STORED: Final = frozenset(
    ["bury_counters", "bury_impossible", "bury_rook", "bury_trumps", "host_patience", "packs", "set_aside"]
)
"""Names that are columns, options or keys of stored texts."""
PRONOUN_OR_ARTICLE: Final = frozenset({"a", "an", "he", "her", "his", "it", "she", "the", "they", "who"})
"""What a test's name does not begin with: it begins with its subject."""
LEAST_WORDS: Final = 3
"""A test's name has a subject, a condition and a result."""


def forbidden(root_text: str) -> re.Pattern[str]:
    """Matches what the glossary's code section has under *never*."""
    section = root_text.partition(IN_THE_CODE)[2]
    words = {
        word
        for line in section.splitlines()
        if line.startswith("|")
        for word in re.findall("`([^`]+)`", line.rpartition("|")[0].rpartition("|")[2])
    }
    return re.compile(rf"\b(?:{'|'.join(sorted(words))}|{RIDDLE})(?!\w)", re.IGNORECASE)


def odd_words(sources: Sources, layer: str) -> Measured:
    """Forbidden words in 1,000 lines of a layer: in docstrings, comments and names."""
    odd = forbidden((sources.root / GLOSSARY).read_text(encoding="utf-8"))
    files = sources.of(layer)
    amounts = [Amount(_odd_words(odd, sources, source), source.path) for source in files]
    per_line = sum(amount.number for amount in amounts) / sum(source.lines for source in files)
    return Measured(round(1000 * per_line, 1), most(one for one in amounts if one.number).places)


def _odd_words(odd: re.Pattern[str], sources: Sources, source: Source) -> int:
    text = (sources.root / source.path).read_text(encoding="utf-8")
    if not odd.search(text.replace("_", " ")):  # tokens take long
        return 0
    return sum(len(odd.findall(part)) for part in _texts(text, source))


def odd_test_names(sources: Sources) -> Measured:
    """Tests not named by subject, condition and result, or with a forbidden word."""
    odd = forbidden((sources.root / GLOSSARY).read_text(encoding="utf-8"))
    return number_of(
        f"{source.path} {name}"
        for source in sources.of("tests")
        for name in _tests(source)
        if odd.search(" ".join(name.split("_"))) or _is_proverb(name.removeprefix("test_").split("_"))
    )


def _is_proverb(words: list[str]) -> bool:
    return len(words) < LEAST_WORDS or words[0] in PRONOUN_OR_ARTICLE or words[-1] == "bug"


def _tests(source: Source) -> Iterator[str]:
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name


def _texts(text: str, source: Source) -> Iterator[str]:
    """Docstrings, attributes' docstrings among them, comments, and names with spaces for underscores."""
    for node in source.nodes:
        for statement in _body(node):
            match statement:
                case ast.Expr(value=ast.Constant(value=str(docstring))):
                    yield docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
        elif token.type == tokenize.NAME and token.string.lower() not in STORED:
            yield token.string.replace("_", " ")


def _body(node: ast.AST) -> Iterable[ast.stmt]:
    match node:
        case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            return node.body
    return ()
