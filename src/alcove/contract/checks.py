"""All checks, in the order in which a game is built."""

from collections.abc import Callable
from typing import NamedTuple

from alcove.contract import furniture, law, sentences
from alcove.contract.subject import Faults, Subject


class Check(NamedTuple):
    """A promise: `room` is the room it is about, empty for the law; `always` is whether every choice of options must keep it, or
    one look at the game is enough."""

    run: Callable[[Subject], Faults]
    room: str = ""
    always: bool = True

    @property
    def name(self) -> str:
        return self.run.__name__

    def is_about(self, subject: Subject) -> bool:
        return not self.room or subject.house.has(self.room)


_ONCE = (
    law.introduces_itself, law.options_are_told, law.wrong_options_are_refused,
    sentences.sentences_have_both_languages, furniture.rooms_are_complete, furniture.levels_play,
)  # fmt: skip
_ALWAYS = (
    law.noise_is_refused, law.moves_are_texts, law.moves_fit_into_records, law.order_is_stable, law.both_doors_lead_to_the_same_state,
    law.playing_changes_nothing, law.refusals_are_told, law.text_and_state_are_one, law.seats_take_turns,
    law.over_when_nothing_can_be_played, law.outcomes_say_who_and_why, law.perft_counts_lines, law.records_replay,
    law.positions_are_drawn, law.views_answer_like_states, law.worlds_look_like_the_view, law.views_hold_no_secret,
    law.states_travel,
)  # fmt: skip


def checks() -> tuple[Check, ...]:
    """Every check there is."""
    return (
        *(Check(run, always=False) for run in _ONCE),
        *(Check(run) for run in _ALWAYS),
        Check(furniture.scenes_are_true, "scene"),
        Check(furniture.images_are_the_same_game, "symmetry"),
        Check(furniture.rulebook_is_true, "rulebook", always=False),
        Check(furniture.lesson_can_be_done, "lessons", always=False),
        Check(furniture.kernel_agrees_with_the_law, "kernel"),
        Check(furniture.kernel_counts_like_the_law, "kernel", always=False),
        Check(furniture.keys_tell_positions_apart, "kernel", always=False),
    )
