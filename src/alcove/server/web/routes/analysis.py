"""Analysis: trees of moves opened and written, lines of the engine, whole games reviewed."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from alcove.table import refusals

from ...base import refusals as room_refusals
from ...study import trees
from ...study.analyst import Asker
from ...wire import messages
from ..house import house_of
from ..rest import STREAM, answers, charge, guest_of, read_body, reckon, reckoned, stream, wanting

router = APIRouter()


@router.post("/analysis", **answers(messages.AnalysisTold, messages.OpenAnalysis))
async def open_analysis(request: Request) -> Response:
    """A tree of moves to study: of a record, of a table, or from a position. Nothing is kept."""
    asked = await read_body(request, messages.OpenAnalysis)
    charge(request, "tree")
    if asked.record is not None:
        return await reckoned(request, "tree", trees.open_record, asked.record)
    if asked.table is not None:
        entries = await house_of(request).store.load(asked.table)
        if not entries:
            raise room_refusals.unknown_table(asked.table)
        return await reckoned(request, "tree", trees.open_table, entries)
    return await reckoned(request, "tree", trees.open_position, asked)


@router.post("/analysis/record", **answers(messages.AnalysisWritten, messages.WriteAnalysis))
async def write_analysis(request: Request) -> Response:
    """A tree of moves as a record."""
    asked = await read_body(request, messages.WriteAnalysis)
    charge(request, "tree")
    return await reckoned(request, "tree", trees.write, asked)


def streams(told: type[messages.ToPage], asked: type[messages.FromPage]) -> Any:
    """How a route is described that answers with lines of JSON as they come; the last may be a fault."""
    described = answers(told, asked)
    content = described["responses"][200]["content"]
    content[STREAM] = content.pop("application/json")
    return described


@router.post("/analyse", **streams(messages.LinesTold, messages.AskLines))
async def analyse(request: Request) -> Response:
    """The best lines of a position, deeper from line to line. Hanging up ends the search."""
    asked = await read_body(request, messages.AskLines)
    asker = await _may_ask(request, asked)
    course = await reckon(request, "tree", trees.course, asked, 0)
    return _stream(house_of(request).analyst.lines(course, asked.lines, asker))


@router.post("/review", **streams(messages.Reviewed, messages.AskReview))
async def review(request: Request) -> Response:
    """Every position of a game, judged one after the other, from the last to the first."""
    asked = await read_body(request, messages.AskReview)
    asker = await _may_ask(request, asked)
    course = await reckon(request, "tree", trees.course, asked)
    earlier = partial(reckon, request, "tree", trees.earlier)
    return _stream(house_of(request).analyst.review(course, earlier, asker))


async def _may_ask(request: Request, asked: messages.AskEngine) -> Asker:
    """Whoever asks the engine, if they may: not too often, and not in a rated game."""
    person = guest_of(request)
    charge(request, "analysis")
    await house_of(request).gate.check(person, asked.table, asked.game)
    return Asker(person, wanting(request))


def _stream(items: AsyncIterator[messages.ToPage]) -> Response:
    async def lines() -> AsyncIterator[bytes]:
        try:
            async for item in items:
                yield messages.write(item) + b"\n"
        except refusals.RefusedError as refused:
            yield messages.write(messages.Fault(refused.text, refused.code)) + b"\n"

    return stream(lines())
