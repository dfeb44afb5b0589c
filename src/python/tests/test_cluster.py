"""`tengen.cluster`, with a stand-in for Ray that runs every task here, and lets its first worker die."""

from __future__ import annotations

import sys
import types

import pytest

from tengen import cluster

#: Adds a line to a file, or to one in a folder, and fails on a part "bad".
PROGRAM = """#!/bin/sh
echo "$@"
[ "$1" != bad ] || exit 3
[ "$1" != match ] || [ "$2" != merge ] || { mkdir -p all && exit; }
for out; do :; done
if [ "$1" = folder ]; then mkdir -p "$out" && out=$out/file; fi
echo line >> "$out"
"""


class RayError(Exception):
    """As `ray.exceptions.RayError`."""


@pytest.fixture
def ray(monkeypatch, tmp_path):
    """Ray, as far as the module uses it; `deaths` are workers that die before they answer."""
    fake, errors = types.ModuleType("ray"), types.ModuleType("ray.exceptions")
    fake.deaths = 0
    errors.RayError = RayError

    class Task:
        def __init__(self, retries, function):
            self.retries, self.function = retries, function

        def remote(self, *arguments):
            for _ in range(self.retries + 1):
                answer = self.function(*arguments)
                if not fake.deaths:
                    return lambda: answer
                fake.deaths -= 1

            def died():
                raise RayError("the worker died")

            return died

    fake.exceptions = errors
    fake.cloudpickle = types.SimpleNamespace(register_pickle_by_value=lambda module: None)
    fake.get_runtime_context = lambda: types.SimpleNamespace(get_job_id=lambda: f"test-{tmp_path.name}")
    fake.is_initialized = lambda: True
    fake.remote = lambda num_cpus, max_retries: lambda function: Task(max_retries, function)
    fake.wait = lambda tasks, num_returns: (tasks[:1], tasks[1:])
    fake.get = lambda task: task()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setitem(sys.modules, "ray.exceptions", errors)
    kit = tmp_path / "kit"
    kit.mkdir()
    # Without the bit of an executable, as Ray may unpack it.
    (kit / "program").write_text(PROGRAM)
    monkeypatch.chdir(kit)
    return fake


def parts(words, **ways):
    return cluster.run_parts(words, ".", parts=2, folder="../out", program="./program", **ways)


def test_what_the_parts_write_comes_back(ray):
    file = parts(["file", "{part}/{parts}", "{out}"], suffix=".games")[1]
    assert file.name == "part-2.games" and file.read_text() == "line\n"
    assert file.with_name("part-2.log").read_text().startswith("file 2/2 /")
    folder = parts(["folder", "{out}"])[0]
    assert (folder / "file").read_text() == "line\n"
    # Parts that are here are not done again.
    assert parts(["bad", "{out}"])[0] == folder


def test_a_part_whose_worker_died_is_started_again_where_it_was(ray):
    ray.deaths = 1
    first, second = parts(["file", "{out}"])
    assert second.read_text() == "line\n" and first.read_text() == "line\n"
    ray.deaths = 2
    with pytest.raises(cluster.PartError, match="part 1 of 2 is not done .exit status None.: the worker died"):
        parts(["file", "{out}"], suffix=".x", retries=1)
    assert not first.with_name("part-1.x").exists() and first.with_name("part-2.x").exists()


def test_a_part_that_fails_is_named(ray):
    with pytest.raises(cluster.PartError, match=r"part 2 of 2 is not done \(exit status 3\): bad 2"):
        parts(["bad", "{part}", "{out}"])


def test_a_match_is_merged(ray, monkeypatch):
    asked = []
    monkeypatch.setattr(cluster, "run_parts", lambda words, kit, **ways: asked.append((words, ways)) or ["a", "b"])
    merged = []
    monkeypatch.setattr(cluster.subprocess, "run", lambda words, check: merged.append(words))
    out = cluster.play_match(".", "m.toml", parts=2, folder="../out", flags=["--nodes", "9"], program="tengen", cpus=2)
    (words, ways), *_ = asked
    assert words[:4] == ["match", "m.toml", "--nodes", "9"] and "{part}/{parts}" in words
    assert ways == {"parts": 2, "folder": "../out", "program": "tengen", "cpus": 2}
    assert merged == [["tengen", "match", "merge", "a", "b", "--out", str(out)]]


def test_ray_and_the_kit_must_be_there(ray, monkeypatch):
    with pytest.raises(FileNotFoundError, match="no folder 'nothing'"):
        cluster.run_parts([], "nothing", parts=1, folder="../out")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="pip install ray"):
        parts([])
