"""Each lesson can be done: its own solutions are legal and right, and whatever else is tried gets an answer."""

from typing import Any

import pytest

import alcove
from alcove.games.teaching import Task, judged, lesson, rulebook, start

TASKS = [pytest.param(name, task, id=f"{name}-{task.name}") for name in alcove.games() for task in lesson(name).tasks]


@pytest.mark.parametrize("name", alcove.games())
def test_a_lesson_has_eight_to_twelve_tasks_with_names_of_their_own(name: str) -> None:
    names = [task.name for task in lesson(name).tasks]
    assert 8 <= len(names) <= 12
    assert len(set(names)) == len(names)
    assert names[-1] == "plan"


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_every_right_answer_can_be_played_with_its_reply(name: str, task: Task) -> None:
    state = start(alcove.game(name), task)
    assert state.outcome() is None
    right, wrong = judged(task, state)
    for answer in (*right, *wrong):
        assert answer.moves, f"no legal move gets the answer {answer.text.en!r}"
        for move in answer.moves:
            after: Any = state.play(move)
            for reply in answer.reply:
                after = after.play(reply)


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_moves_named_in_answers_are_legal(name: str, task: Task) -> None:
    legal = {str(move) for move in start(alcove.game(name), task).legal_moves()}
    for answer in (*task.right, *task.wrong):
        if isinstance(answer.moves, tuple):
            assert set(answer.moves) <= legal


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_wrong_moves_are_told_apart_from_right_ones(name: str, task: Task) -> None:
    state = start(alcove.game(name), task)
    right, wrong = judged(task, state)
    answered = [move for answer in (*right, *wrong) for move in answer.moves]
    assert len(answered) == len(set(answered)), "a move has one answer"
    others = {str(move) for move in state.legal_moves()} - {move for answer in right for move in answer.moves}
    assert others or task.name == "any-move", "a question with no wrong answer is none"


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_tasks_lead_to_clauses_of_the_rulebook(name: str, task: Task) -> None:
    numbers = {clause.number for clause in rulebook(name).clauses}
    assert task.clauses
    assert set(task.clauses) <= numbers
