"""`tengen.env`."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np

import tengen.env
from tengen import Board, Engine, Limit


def test_it_is_a_gymnasium_environment():
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("tengen/Gomoku-v0", size=7).unwrapped, skip_render_check=True)


def test_random_players_end_their_games():
    env = tengen.env.GomokuEnv("renju", 7, opponent="random", color="random")
    results, colors = [], set()
    for seed in range(12):
        planes, info = env.reset(seed=seed)
        colors.add(env.color)
        generator, terminated = np.random.default_rng(seed), False
        while not terminated:
            assert planes.shape == (5, 7, 7) and (planes[2].reshape(-1) == info["action_mask"]).all()
            assert info["board"].turn == env.color
            action = generator.choice(np.flatnonzero(info["action_mask"]))
            planes, reward, terminated, truncated, info = env.step(action)
        results.append(reward)
        # It may also end because black has only forbidden points left.
        if env.board.is_game_over():
            with pytest.raises(RuntimeError):
                env.step(0)
    assert {1.0, -1.0} <= set(results) and colors == {"black", "white"}


def test_a_win_a_loss_and_an_illegal_action():
    env = tengen.env.GomokuEnv("freestyle", 15, opponent=lambda board: board.legal_moves[0])
    env.reset(options={"moves": "h8a1i8a2j8a3k8a4"})
    assert env.step(env.action_of("l8"))[1:3] == (1.0, True)
    env.reset(options={"moves": "h8b15i8c15j8d15o1e15"})
    assert env.step(env.action_of("o2"))[1:3] == (-1.0, True)
    env.reset()
    env.step(env.action_of("h8"))
    planes, reward, terminated, truncated, info = env.step(env.action_of("h8"))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    assert str(env.move_of(env.action_of("c4"))) == "c4" and env.action_masks().shape == (225,)


def test_an_engine_is_an_opponent():
    with Engine(hash_mb=4) as engine:
        env = tengen.env.GomokuEnv("freestyle", 9, opponent=engine, limit=Limit(nodes=50), color="white")
        planes, info = env.reset(seed=3)
        assert info["board"].ply() == 1 and planes[1].sum() == 1
        env.step(0)
        assert info["board"].ply() == 3


def test_one_learner_plays_both_sides():
    env = tengen.env.GomokuEnv("freestyle", 15, render_mode="ansi")
    env.reset(options={"moves": "h8a1i8a2j8a3k8"})
    assert env.step(env.action_of("a4"))[1] == 0 and env.board.turn == "black"
    assert env.step(env.action_of("l8"))[1] == 1 and env.render() == str(env.board)
    for wrong in ({"opponent": "engine"}, {"color": "red"}, {"render_mode": "human"}):
        with pytest.raises(ValueError):
            tengen.env.GomokuEnv(**wrong)
    assert isinstance(env.board, Board)
