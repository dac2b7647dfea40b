"""Options of environments of many games, and what is wrong with them."""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._check import choice, flag, instance, integer
from ._endings import AUTORESET

if TYPE_CHECKING:
    from ._game import Game


class VectorForm(NamedTuple):
    """Options of Game.vector_env besides joint and seed."""
    num_envs: int
    threads: int
    max_steps: int
    chance_given: bool
    observation: str | None
    mask: str | None
    rewards: str
    autoreset: str
    final_observation: bool
    copy: bool
    mover_first: bool


def checked_form(form: VectorForm, game: Game) -> VectorForm:
    """Returns the options, as they are used. Raises ValueError or TypeError if one is wrong."""
    instance(form, VectorForm, "environments are made by Game.vector_env")
    if form.observation is not None:
        choice(form.observation, "observation, if not None,", ("bytes", "bits", "board"))
    if form.mask is not None:
        choice(form.mask, "mask, if not None,", ("bytes", "bits"))
    final, first = flag(form.final_observation, "final_observation"), flag(form.mover_first, "mover_first")
    if final and (form.observation is None or form.autoreset != "SameStep"):
        raise ValueError("final_observation is for autoreset=\"SameStep\" with observations: the other modes show the last "
                         "observation of a game by themselves")
    if first and form.observation != "board":
        raise ValueError("mover_first is for observation=\"board\"")
    if form.rewards == "difference" and len(set(game.roles) - {"random"}) < 2:
        raise ValueError(f"{game.name} has one player: there is no difference to others")
    return VectorForm(
        integer(form.num_envs, "num_envs", 1, (1 << 32) - 1), integer(form.threads, "threads", 1, (1 << 16) - 1),
        integer(form.max_steps, "max_steps", 0, (1 << 32) - 1), flag(form.chance_given, "chance_given"), form.observation, form.mask,
        choice(form.rewards, "rewards", ("goals", "difference")), choice(form.autoreset, "autoreset", AUTORESET), final,
        flag(form.copy, "copy"), first)
