"""`tengen.cluster`, with a stand-in for Ray that runs every task here, and lets its first worker die."""

from __future__ import annotations

import sys
import types

import pytest

from tengen import cluster

#: Adds a line to the file that its last word names, perhaps with a flag, or to one in that folder, and fails on a part "bad".
PROGRAM = """#!/bin/sh
echo "$@"
for out; do :; done
out=${out#--out=}
if [ "$1" = bad ]; then echo half > "$out"; exit 3; fi
if [ "$1" = folder ]; then mkdir -p "$out" && out=$out/file; fi
echo line >> "$out"
"""


class RayError(Exception):
    """As `ray.exceptions.RayError`."""


@pytest.fixture
def ray(monkeypatch, tmp_path):
    """Ray, as far as the module uses it; `deaths` are workers that die before they answer."""
    names = ("ray", "ray.exceptions", "ray.util.scheduling_strategies")
    fake, errors, strategies = modules = [types.ModuleType(name) for name in names]
    fake.deaths = 0
    errors.RayError = RayError

    class Task:
        def __init__(self, retries, function):
            self.retries, self.function = retries, function

        def remote(self, *arguments):
            for _ in range(self.retries + 1):
                if fake.deaths:
                    fake.deaths -= 1
                    self.killed(arguments)
                    continue
                answer = self.function(*arguments)
                return lambda: answer

            def died():
                raise RayError("the worker died")

            return died

        def killed(self, arguments):
            """A worker that dies after its program has begun to write: what comes after the program is not done."""
            with monkeypatch.context() as patch:
                patch.setattr(cluster.shutil, "rmtree", lambda *folder, **ways: None)
                self.function(*arguments)

        def options(self, scheduling_strategy):
            assert scheduling_strategy == ("node", "here", False)
            return self

    fake.exceptions = errors
    fake.cloudpickle = types.SimpleNamespace(register_pickle_by_value=lambda module: None)
    fake.is_initialized = lambda: True
    fake.put = lambda data: data
    fake.nodes = lambda: [{"NodeID": "here", "Alive": True}, {"NodeID": "gone", "Alive": False}]
    strategies.NodeAffinitySchedulingStrategy = lambda node, soft: ("node", node, soft)
    fake.util = types.SimpleNamespace(scheduling_strategies=strategies)
    fake.remote = lambda num_cpus, max_retries: lambda function: Task(max_retries, function)
    fake.wait = lambda tasks, num_returns, timeout=None: (tasks[:num_returns], tasks[num_returns:])
    fake.get = lambda task: task()
    monkeypatch.setitem(sys.modules, "ray.util", fake.util)
    for name, module in zip(names, modules):
        monkeypatch.setitem(sys.modules, name, module)
    kit = tmp_path / "kit"
    kit.mkdir()
    # Without the bit of an executable, as one from Windows.
    (kit / "program").write_text(PROGRAM)
    monkeypatch.chdir(kit)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(cluster.tempfile, "tempdir", str(tmp_path / "temporary"))
    yield fake
    assert not list((tmp_path / "temporary").iterdir()), "what is in the temporary folder in the end"


def run(words, kit=".", **ways):
    ways = {"parts": 2, "folder": "../out", "program": "./program", **ways}
    return cluster.run_parts(words, kit, **ways)


def test_what_the_parts_write_comes_back(ray):
    file = run(["file", "{part}/{parts}", "{out}"], suffix=".games")[1]
    assert file.name == "part-2.games" and file.read_text() == "line\n"
    assert file.with_name("part-2.log").read_text().startswith("file 2/2 /")
    folder = run(["folder", "{out}"], folder="../folders")[0]
    assert (folder / "file").read_text() == "line\n"


def test_parts_that_are_here_are_not_done_again(ray):
    run(["file", "{out}"])[0].write_text("of the first call\n")
    first, second = run(["file", "{out}"])
    assert first.read_text() == "of the first call\n" and second.read_text() == "line\n"


def test_out_is_filled_in_whatever_argument_it_stands(ray):
    assert [part.read_text() for part in run(["file", "--out={out}"])] == ["line\n", "line\n"]
    assert sorted(path.name for path in cluster.Path().iterdir()) == ["program"], "the kit"


def test_a_folder_of_other_parts_is_refused(ray):
    run(["file", "{out}"], parts=3)
    with pytest.raises(cluster.FolderError, match=r"^../out was begun with parts 3, seen 2: use another folder, or .*parts.json says$"):
        run(["file", "{out}"])
    with pytest.raises(cluster.FolderError, match=r"was begun with command \[.file., .{out}.\], seen \[.folder., .{out}.\]"):
        run(["folder", "{out}"], parts=3)
    cluster.Path("../out/parts.json").unlink()
    with pytest.raises(cluster.FolderError, match="has part-1, and no parts.json says of what"):
        run(["file", "{out}"], parts=3)
    with pytest.raises(ValueError, match="parts=0, expected 1 or more"):
        run(["file", "{out}"], parts=0, folder="../none")


def test_a_folder_without_parts_may_be_begun_in_another_way(ray):
    with pytest.raises(cluster.PartError):
        run(["bad", "{out}"], parts=3)
    assert len(run(["file", "{out}"])) == 2


def test_a_second_kit_in_the_same_session_is_used(ray):
    run(["file", "{out}"])
    (kit := cluster.Path("../other")).mkdir()
    (kit / "program").write_text(PROGRAM.replace("echo line", "echo other"))
    assert run(["file", "{out}"], kit, folder="../other-out")[0].read_text() == "other\n"
    # The same folder with another executable in it.
    kit.joinpath("program").write_text(PROGRAM.replace("echo line", "echo third"))
    assert run(["file", "{out}"], kit, folder="../third-out")[0].read_text() == "third\n"


def test_a_part_whose_worker_died_is_started_again_where_it_was(ray):
    ray.deaths = 1
    first, second = run(["file", "{out}"])
    assert first.read_text() == "line\nline\n" and second.read_text() == "line\n"
    ray.deaths = 2
    with pytest.raises(cluster.PartError, match="part 1 of 2 is not done .exit status None.: the worker died"):
        run(["file", "{out}"], folder="../other", retries=1)
    assert [path.name for path in sorted(first.parent.with_name("other").glob("part-?"))] == ["part-2"]


def test_a_part_that_fails_is_named(ray):
    with pytest.raises(cluster.PartError, match=r"part 2 of 2 is not done \(exit status 3\): bad 2"):
        run(["bad", "{part}", "{out}"])


def test_a_folder_of_another_on_a_worker_is_not_used(ray, monkeypatch, tmp_path):
    # The names begin with what nobody can guess; here somebody did.
    monkeypatch.setattr(cluster.secrets, "token_hex", lambda count: "known")
    (tmp_path / "theirs").mkdir()
    name = tmp_path / "temporary" / "tengen-known-1"
    name.symlink_to(tmp_path / "theirs")
    with pytest.raises(PermissionError, match="tengen-known-1 is not a folder of user"):
        run(["file", "{out}"])
    assert not list((tmp_path / "theirs").iterdir())
    name.unlink()


def test_where_the_system_has_no_numbers_of_users(ray, monkeypatch):
    for name in ("getuid", "geteuid"):
        monkeypatch.delattr(cluster.os, name)
    assert run(["file", "{out}"])[0].read_text() == "line\n"


def test_a_program_that_is_nowhere(ray):
    with pytest.raises(FileNotFoundError, match="no program './none', expected in the kit or in the PATH"):
        run(["file", "{out}"], program="./none")


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
        run([], "nothing")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="pip install ray"):
        run([])
    monkeypatch.setattr(sys, "argv", ["cluster", "selfplay", "2", "../out", "."])
    with pytest.raises(SystemExit, match=r"^tengen.cluster: .* needs Ray, .*: pip install ray$"):
        cluster._main()
