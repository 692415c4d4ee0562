"""The names under which Gymnasium knows the games."""

from flagstone.rules import GAMES


def register_all() -> None:
    """Tell Gymnasium, if it is installed, about `flagstone/hammer-v1` and the others."""
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    for game in GAMES:
        gymnasium.register(
            f"flagstone/{game}-v1",
            entry_point="flagstone.envs.gym:SeatEnv",
            vector_entry_point="flagstone.envs.gym:SeatsEnv",
            disable_env_checker=True,  # it would look at every single step
            kwargs={"game": game},
        )
