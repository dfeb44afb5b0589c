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

#: As far as proofs and books go: what a search finds and what a book knows are lines, and `weights.bin` is a file of the kit.
TENGEN = """#!/bin/sh
case "$1 $2" in "book grow") out=$3 ;; "book new") : > "$3" ;; esac
line=$1 from= parts=
while [ $# -gt 0 ]; do
    case $1 in
        --reply | --shard | --steps) line="$line $2" ;;
        --out) mkdir -p "$2" && out=$2/win.jsonl ;;
        --add | --base) from="$from $2" ;;
        --steps-file) if [ -e "$2" ]; then line="$line continued"; fi; : > "$2" ;;
        --weights) [ -e "$2" ] || exit 3 ;;
        --into) out=$2 line= from=$parts ;;
        *.tgbook) parts="$parts $1" ;;
    esac
    shift
done
[ -z "$out" ] && exit
[ "$line" ] && echo "$line" >> "$out"
[ -z "$from" ] || cat $from >> "$out"
sort -u "$out" > "$out.sorted" && mv "$out.sorted" "$out"
"""


class RayError(Exception):
    """As `ray.exceptions.RayError`."""


def fails_by(message):
    """A task that has failed."""

    def failed():
        raise RayError(message)

    return failed


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
                try:
                    answer = self.function(*arguments)
                except Exception as error:
                    # Ray gives what a task raises as a `RayTaskError`, which is a `RayError`.
                    return fails_by(f"{type(error).__name__}: {error}")
                return lambda: answer
            return fails_by("the worker died")

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


@pytest.fixture
def tengen(ray):
    """The kit has a stand-in for the executable; returns its file."""
    cluster.Path("weights.bin").touch()
    cluster.Path("tengen").write_text(TENGEN)
    cluster.Path("tengen").chmod(0o755)
    return cluster.Path("tengen")


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
    (other := cluster.Path("../other")).mkdir()
    (other / "program").write_text(PROGRAM + "# changed\n")
    with pytest.raises(cluster.FolderError, match="was begun with kit "):
        run(["file", "{out}"], other, parts=3)
    with pytest.raises(cluster.FolderError, match='was begun with program "./program", seen "sh"'):
        run(["file", "{out}"], parts=3, program="sh")
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
    with pytest.raises(cluster.PartError, match="part 1 of 2 is not done .*: PermissionError: .*tengen-known-1 is not a folder of user"):
        run(["file", "{out}"])
    assert not list((tmp_path / "theirs").iterdir())
    name.unlink()


def test_where_the_system_has_no_numbers_of_users(ray, monkeypatch):
    for name in ("getuid", "geteuid"):
        monkeypatch.delattr(cluster.os, name)
    assert run(["file", "{out}"])[0].read_text() == "line\n"


def test_a_program_that_is_nowhere(ray):
    with pytest.raises(cluster.PartError, match="no program './none', expected in the kit or in the PATH"):
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


def test_parts_may_have_names_and_get_more_of_them(ray):
    assert [path.name for path in run(["file", "{part}", "{out}"], parts=["h9", "i7"])] == ["part-h9", "part-i7"]
    assert len(run(["file", "{part}", "{out}"], parts=["h10", "h9"])) == 2
    assert cluster.Path("../out/part-h9").read_text() == "line\n", "not done again"
    with pytest.raises(cluster.FolderError, match="was begun with parts null, seen 3"):
        run(["file", "{part}", "{out}"], parts=3)
    for names in ([], ["h9", "h9"], ["../h9"], [""]):
        with pytest.raises(ValueError, match="expected different names of letters and digits"):
            run(["file", "{out}"], parts=names)


def test_files_beside_the_kit_are_sent_and_belong_to_the_parts(ray, tmp_path):
    (kit := tmp_path / "copier").mkdir()
    (kit / "program").write_text('#!/bin/sh\ncp "$1" "$2"\n')
    (tmp_path / "given").write_text("one")
    (result, _) = run(["name", "{out}"], kit, files={"name": tmp_path / "given"})
    assert result.read_text() == "one" and not (kit / "name").exists()
    (tmp_path / "given").write_text("two")
    with pytest.raises(cluster.FolderError, match="was begun with files "):
        run(["name", "{out}"], kit, files={"name": tmp_path / "given"})


def test_a_folder_of_the_version_before_there_were_files_goes_on(ray):
    run(["file", "{out}"])
    record = cluster.Path("../out/parts.json")
    begun = cluster.json.loads(record.read_text())
    record.write_text(cluster.json.dumps({key: begun[key] for key in ("parts", "command", "suffix")}))
    assert len(run(["file", "{out}"])) == 2


def test_a_kit_that_was_copied_and_has_the_results_is_the_same(ray):
    run(["file", "{out}"], folder="results")
    cluster.os.utime("program", (1, 1))
    assert len(run(["file", "{out}"], folder="results")) == 2


def test_a_cluster_that_is_gone_does_not_hide_what_failed(ray):
    def gone():
        raise ConnectionError("gone")

    ray.nodes = gone
    with pytest.warns(UserWarning, match="may be left: gone"), pytest.raises(cluster.PartError, match="exit status 3"):
        run(["bad", "{out}"])


def test_the_findings_of_a_proof_are_added_to_one_search(tengen):
    def found(*replies):
        out = cluster.prove(".", replies=replies, folder="../proof", flags=["--moves", "h8", "--weights", "weights.bin"])
        return out.name, (out / "win.jsonl").read_text().split("\n")

    assert found("h9", "i7") == ("all", ["prove", "prove h9", "prove i7", ""])
    assert found("i7", "h10") == ("all", ["prove", "prove h10", "prove h9", "prove i7", ""])


def grow(**ways):
    ways = {"parts": 2, "steps": 3, "first": 5, "flags": ["--weights", "weights.bin"], **ways}
    book = cluster.grow_book(".", "../b.tgbook", folder="../round", **ways)
    return book.read_text().split("\n")[:-1]


def test_a_book_grows_round_by_round(tengen):
    first = ["book 0", "book 3 1/2", "book 3 2/2", "book 5"]
    assert grow() == first
    assert grow(steps=4, parts=1) == sorted([*first, "book 4 1/1"])
    assert not list(cluster.Path("../round").glob("*.tgbook*"))


def test_parts_of_a_swap2_book_need_no_beginning(tengen):
    assert grow(flags=["--swap2"]) == ["book 0", "book 3 1/2", "book 3 2/2"]


def test_a_part_of_a_book_whose_worker_died_continues_its_steps(ray, tengen):
    cluster.Path("../b.tgbook").write_text("known\n")
    ray.deaths = 1
    # The one that died has grown the book by its line, too.
    assert grow() == ["book 0", "book 3 1/2", "book 3 2/2", "book continued 3 1/2", "known"]


def test_a_round_that_was_interrupted_is_continued(tengen, monkeypatch):
    real = cluster.subprocess.run

    def fails(words, **ways):
        if "merge" in words:
            raise OSError("no space")
        return real(words, **ways)

    with monkeypatch.context() as patch, pytest.raises(OSError, match="no space"):
        patch.setattr(cluster.subprocess, "run", fails)
        grow()
    assert cluster.Path("../b.tgbook").read_text() == "book 5\n"
    # Parts of another book would be joined to nothing that fits.
    cluster.Path("../b.tgbook").write_text("edited\n")
    with pytest.raises(cluster.FolderError, match="was begun with files "):
        grow()
    cluster.Path("../b.tgbook").write_text("book 5\n")
    # After its merging: some parts may be gone.
    with monkeypatch.context() as patch, pytest.raises(OSError, match="no space"):
        patch.setattr(cluster, "_move", fails_always)
        grow()
    assert grow() == ["book 0", "book 3 1/2", "book 3 2/2", "book 5"]


def fails_always(*arguments):
    raise OSError("no space")


def test_the_words_of_the_command_line(tengen, monkeypatch, capsys):
    def call(*words):
        monkeypatch.setattr(sys, "argv", ["cluster", *words])
        cluster._main()

    call("prove", "h9,i7", "../proof", ".", "--moves", "h8")
    assert capsys.readouterr().out.endswith("proof/all\n")
    call("book", "2", "../round", ".", "3", "../b.tgbook", "--first", "6", "--rule", "renju")
    assert "book 6\n" in cluster.Path("../b.tgbook").read_text()
    with pytest.raises(SystemExit, match="^tengen.cluster: STEPS is '--rule', expected a whole number from 1$"):
        call("book", "2", "../round", ".", "--rule", "renju")
    with pytest.raises(SystemExit, match="^tengen.cluster: PARTS is 'two', expected"):
        call("selfplay", "two", "../games", ".")


def test_ray_and_the_kit_must_be_there(ray, monkeypatch):
    with pytest.raises(FileNotFoundError, match="no folder 'nothing'"):
        run([], "nothing")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="pip install ray"):
        run([])
    monkeypatch.setattr(sys, "argv", ["cluster", "selfplay", "2", "../out", "."])
    with pytest.raises(SystemExit, match=r"^tengen.cluster: .* needs Ray, .*: pip install ray$"):
        cluster._main()
