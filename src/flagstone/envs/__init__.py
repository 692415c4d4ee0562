"""Environments for learning agents: the batch core, PettingZoo, Gymnasium and OpenSpiel.

`flagstone.envs.batch` needs nothing but Flagstone; `flagstone.envs.zoo`, `flagstone.envs.gym` and
`flagstone.envs.openspiel` need the libraries that they are made for (extras `envs` and `openspiel`).
"""

from flagstone.envs.core import Batch, Observations, Saved, Step, batch
from flagstone.envs.registry import register_all
from flagstone.envs.setups import EnvError

register_all()

__all__ = ["Batch", "EnvError", "Observations", "Saved", "Step", "batch"]
