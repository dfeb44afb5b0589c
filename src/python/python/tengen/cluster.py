"""Work of the executable `tengen` in parts, as jobs of Ray: matches, self-play, proofs and books on a cluster.

    python -m tengen.cluster match PARTS FOLDER KIT FILE.toml [flags of tengen match]
    python -m tengen.cluster selfplay PARTS FOLDER KIT [flags of tengen selfplay]
    python -m tengen.cluster prove h9,i7,h10 FOLDER KIT [flags of tengen prove]
    python -m tengen.cluster book PARTS FOLDER KIT STEPS STORE [--first N] [flags of tengen book grow]

KIT is a folder with all that the work needs: the executable `tengen` (or another that `--program` names, a path within KIT,
a path of the workers or a name in their PATH), FILE.toml, openings, engines. Each worker gets a copy as KIT is at the call,
so that workers need share no folder; paths in FILE.toml are relative to it. Each part is a task; what it has written comes
back into FOLDER. A task whose worker dies is started again, on the same machine where it stopped. Called again, parts that
are in FOLDER are not done again; FOLDER belongs to one command, kit and number of parts, and others are refused. A
proof may get further replies: none depends on another.

>>> play_match("kit", "match.toml", parts=8, folder="results", flags=["--nodes", "20000"])    # doctest: +SKIP
PosixPath('results/all')

Needs `pip install ray` here and the same versions of Ray and Python on all workers; a cluster is what `ray start` made, or
this machine. tournaments/recipes has the same for Slurm, GNU parallel and ssh.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["FolderError", "PartError", "grow_book", "play_games", "play_match", "prove", "run_parts"]

#: The name of the book that the parts continue in the workers' copy of the kit.
_BASE = "tengen-cluster-base.tgbook"


class PartError(RuntimeError):
    """Parts that are not done; the message has the end of what each printed."""


class FolderError(RuntimeError):
    """A folder with the parts of other work: joined with these they would be the whole of nothing."""


def run_parts(
    command: Sequence[str],
    kit: str | os.PathLike[str],
    *,
    parts: int | Sequence[str],
    folder: str | os.PathLike[str],
    suffix: str = "",
    files: Mapping[str, str | os.PathLike[str]] | None = None,
    program: str = "./tengen",
    cpus: float = 1,
    retries: int = 5,
) -> list[Path]:
    """Runs the command for each part, and returns what each has written, a file or a folder of FOLDER.

    In the words of `command`, which follow the program, `{part}` is the number of the part from 1, `{parts}` how many
    there are, and `{out}` the path that the command is to write: it comes back as `part-N` and `suffix`. The command must
    continue that where it was interrupted; what it leaves beside `{out}` is there then, and does not come back. `parts`
    may also be the names of parts that do not depend on each other: `{part}` is the name. The workers' copy of the kit
    gets each of `files` under its name. `cpus` are the cores that Ray keeps for a part, `retries` how often a part is
    started again when its worker has died.
    """
    ray = _ray()
    names = _part_names(parts)
    packed_kit = ray.put(_packed_kit(kit, files or {}))
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    count = parts if isinstance(parts, int) else None
    work = {"parts": count, "command": list(command), "suffix": suffix, "program": program, "kit": _sum_of_kit(Path(kit), folder)}
    _claim(folder, {**work, "files": {name: _sum(Path(path)) for name, path in (files or {}).items()}})
    task = ray.remote(num_cpus=cpus, max_retries=retries)(_run_part)
    # The workers need these functions, not this package.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    # Begins the names of the folders on the workers: nobody else knows it, and a part that is started again does.
    run = f"tengen-{secrets.token_hex(16)}"
    results = [folder / f"part-{part}{suffix}" for part in names]
    running, failed = {}, []
    try:
        for part, result in zip(names, results):
            if not result.exists():
                words = [word.replace("{part}", part).replace("{parts}", str(len(names))) for word in command]
                running[task.remote(packed_kit, f"{run}-{part}", program, words, result.name)] = (part, result)
        while running:
            (done, *_), _ = ray.wait(list(running), num_returns=1)
            part, result = running.pop(done)
            try:
                status, said, packed = ray.get(done)
            except ray.exceptions.RayError as error:
                status, said, packed = None, str(error), None
            (folder / f"part-{part}.log").write_text(said, encoding="utf-8")
            if status == 0 and packed is not None:
                _unpack(packed, result)
            else:
                failed.append(f"part {part} of {len(names)} is not done (exit status {status}): {said.strip()[-500:]}")
    finally:
        _clean_workers(ray, list(running), run)
    if failed:
        raise PartError("\n".join(failed))
    return results


def play_match(
    kit: str | os.PathLike[str],
    file: str,
    *,
    parts: int,
    folder: str | os.PathLike[str],
    flags: Sequence[str] = (),
    program: str = "./tengen",
    merge: str | None = None,
    **ways: float,
) -> Path:
    """Plays a match in parts and joins them in the folder `all` of `folder`, as `tengen match merge` does. `merge` is
    the program here that joins them: by default the one of the kit, or the one in PATH."""
    out = Path(folder) / "all"
    command = ["match", file, *flags, "--shard", "{part}/{parts}", "--out", "{out}", "--resume", "--quiet"]
    folders = run_parts(command, kit, parts=parts, folder=folder, program=program, **ways)
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([_program_here(kit, program, merge), "match", "merge", *map(str, folders), "--out", str(out)], check=True)
    return out


def play_games(
    kit: str | os.PathLike[str],
    *,
    parts: int,
    folder: str | os.PathLike[str],
    flags: Sequence[str] = (),
    program: str = "./tengen",
    **ways: float,
) -> list[Path]:
    """Plays the games of `tengen selfplay` in parts; all files together are the games of a run in one piece."""
    command = ["selfplay", *flags, "--shard", "{part}/{parts}", "--out", "{out}", "--resume"]
    return run_parts(command, kit, parts=parts, folder=folder, suffix=".games", program=program, **ways)


def prove(
    kit: str | os.PathLike[str],
    *,
    replies: Sequence[str],
    folder: str | os.PathLike[str],
    flags: Sequence[str] = (),
    program: str = "./tengen",
    merge: str | None = None,
    **ways: float,
) -> Path:
    """Proves a position with `tengen prove`, each of these replies to the first move as a part. What they find is added
    to one search here, which goes on with what is left: the folder `all` of `folder`. Called again it continues, and
    there may be more replies. `merge` is the program here, as for `play_match`.

    >>> prove("kit", replies=["h9", "i7"], folder="proof", flags=["--moves", "h8i9g9a1"])    # doctest: +SKIP
    PosixPath('proof/all')
    """
    out = Path(folder) / "all"
    command = ["prove", *flags, "--reply", "{part}", "--out", "{out}", "--resume"]
    folders = run_parts(command, kit, parts=list(replies), folder=folder, program=program, **ways)
    journals = [journal.resolve() for part in folders if (journal := part / "win.jsonl").exists()]
    added = [word for journal in journals for word in ("--add", str(journal))]
    joined = [_program_here(kit, program, merge), "prove", *flags, "--out", str(out.resolve()), "--resume", *added]
    # Files that the flags name are those of the kit.
    subprocess.run(joined, check=True, cwd=kit)
    return out


def grow_book(
    kit: str | os.PathLike[str],
    store: str | os.PathLike[str],
    *,
    parts: int,
    steps: int,
    folder: str | os.PathLike[str],
    first: int = 200,
    flags: Sequence[str] = (),
    program: str = "./tengen",
    merge: str | None = None,
    **ways: float,
) -> Path:
    """Grows a book by one round of `tengen book grow`: the parts share out the positions of `store`, each looks at `steps`
    more, and all are merged into it. A new book grows `first` steps in one part before that, so that there is
    something to share; with `--swap2` it does not, because the parts draw different openings. Each call that ends is
    a round; one that was interrupted is continued. `merge` is the program here, as for `play_match`.

    >>> grow_book("kit", "renju.tgbook", parts=16, steps=500, folder="round",
    ...     flags=["--rule", "renju", "--nodes", "1000000"])    # doctest: +SKIP
    PosixPath('renju.tgbook')
    """
    store, folder = Path(store), Path(folder)
    here = _program_here(kit, program, merge)
    grow = ["book", "grow", "{out}", *flags, "--steps-file", "{out}.steps", "--steps"]
    merged = folder / "merged.tgbook"
    # It is there only if a round was interrupted after its merging.
    if not merged.exists():
        if not store.exists() and any(word.split("=")[0] == "--swap2" for word in flags):
            subprocess.run([here, "book", "new", str(store)], check=True)
        elif not store.exists():
            (alone,) = run_parts(
                [*grow, str(first)], kit, parts=["alone"], folder=folder / "first", suffix=".tgbook", program=program, **ways
            )
            _move(alone, store)
        words = [*grow, str(steps), "--base", _BASE, "--shard", "{part}/{parts}"]
        grown = run_parts(
            words, kit, parts=parts, folder=folder, suffix=".tgbook", files={_BASE: store}, program=program, **ways
        )
        new = merged.with_name(merged.name + ".new")
        shutil.copyfile(store, new)
        subprocess.run([here, "book", "merge", *map(str, grown), "--into", str(new)], check=True)
        # Brings the values of the whole in agreement.
        subprocess.run([here, "book", "grow", str(new.resolve()), *flags, "--steps", "0"], check=True, cwd=kit)
        new.replace(merged)
    for part in folder.glob("part-*.tgbook"):
        part.unlink()
    _move(merged, store)
    return store


def _move(source: Path, target: Path) -> None:
    """Puts a file in the place of another, which may be on another disk; a kill leaves one of them whole."""
    new = target.with_name(target.name + ".new")
    shutil.copyfile(source, new)
    new.replace(target)
    source.unlink()


def _program_here(kit: str | os.PathLike[str], program: str, merge: str | None) -> str:
    """The program that joins the parts on this machine, whatever folder it starts in."""
    inside = _inside(Path(kit), program)
    if merge is None:
        return str(inside.resolve()) if inside.exists() else program
    return str(Path(merge).resolve()) if os.path.dirname(merge) else merge


def _inside(kit: Path, program: str) -> Path:
    """The program in a kit. On Windows its name may be given without the suffix; `shutil.which` adds none to a path before
    Python 3.12."""
    inside = kit / program
    return inside.with_name(f"{inside.name}.exe") if sys.platform == "win32" and not inside.exists() else inside


def _part_names(parts: int | Sequence[str]) -> list[str]:
    """What the parts are called: their numbers, or the names that were given."""
    if isinstance(parts, int):
        if parts < 1:
            raise ValueError(f"parts={parts}, expected 1 or more")
        return [str(part) for part in range(1, parts + 1)]
    names = list(parts)
    # They become names of files.
    if not names or len(set(names)) < len(names) or not all(re.fullmatch(r"[A-Za-z0-9_]+", name) for name in names):
        raise ValueError(f"the parts are called {names}, expected different names of letters and digits")
    return names


def _ray():
    """Ray, connected to a cluster."""
    try:
        import ray
        import ray.exceptions
        import ray.util.scheduling_strategies
    except ImportError as error:
        raise ImportError(f"tengen.cluster needs Ray, which Python cannot import ({error}): pip install ray") from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    return ray


def _packed_kit(kit: str | os.PathLike[str], files: Mapping[str, str | os.PathLike[str]]) -> bytes:
    """The kit as it is now. Ray's own copy of a folder is made once per session, and would be that of the first call."""
    if not Path(kit).is_dir():
        raise FileNotFoundError(f"no folder {os.fspath(kit)!r}, expected one with all that the work needs")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=3, dereference=True) as archive:
        archive.add(kit, arcname=".")
        for name, path in files.items():
            archive.add(path, arcname=f"./{name}")
    return packed.getvalue()


def _sum(path: Path) -> str:
    """What tells the bytes of a file from others."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sum_of_kit(kit: Path, results: Path) -> str:
    """The same of the names and files of a kit, without the results if they are within it; when they were written does
    not count."""
    files = [Path(inner, name) for inner, _, names in os.walk(kit, followlinks=True) for name in names]
    named = sorted((file.relative_to(kit).as_posix(), file) for file in files if results.resolve() not in file.resolve().parents)
    sums = [(name, _sum(file)) for name, file in named]
    return hashlib.sha256(json.dumps(sums).encode()).hexdigest()


def _claim(folder: Path, wanted: Mapping[str, object]) -> None:
    """Writes into the folder whose parts it has, and refuses one that has parts of others. How many `parts` there are is
    nothing if they have names."""
    record = folder / "parts.json"
    done = sorted(path.name for path in folder.glob("part-*") if path.suffix not in (".log", ".new"))
    if not done:
        new = folder / "parts.json.new"
        new.write_text(json.dumps(wanted) + "\n", encoding="utf-8")
        new.replace(record)
        return
    try:
        seen = json.loads(record.read_text(encoding="utf-8"))
        # Records of earlier versions lack some.
        seen = [{"files": {}, "program": wanted["program"], "kit": wanted["kit"], **seen}[key] for key in wanted]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise FolderError(f"{folder} has {done[0]}, and no {record.name} says of what ({error!r}): use another folder") from error
    for key, had in zip(wanted, seen):
        if had != wanted[key]:
            raise FolderError(
                f"{folder} was begun with {key} {json.dumps(had)}, seen {json.dumps(wanted[key])}:"
                f" use another folder, or call it as {record.name} says"
            )


def _run_part(kit: bytes, scratch: str, program: str, words: list[str], out: str) -> tuple[int, str, bytes | None]:
    """Runs on a worker, in a copy of the kit. What a worker that died has left is continued. Returns the exit status,
    what the program printed, and what it wrote."""
    folder = _scratch_folder(scratch)
    copy, made = folder / "kit", folder / out
    shutil.rmtree(copy, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(kit)) as archive:
        archive.extractall(copy, filter="data")
    try:
        run = subprocess.run(
            [_executable(copy, program), *(word.replace("{out}", str(made)) for word in words)],
            cwd=copy,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=_dies_with_parent(),
        )
        said = run.stdout.decode("utf-8", errors="replace")
        if run.returncode != 0 or not made.exists():
            return run.returncode, said, None
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            archive.add(made, arcname=".")
        return 0, said, packed.getvalue()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _scratch_folder(name: str) -> Path:
    """The folder of a part among the temporary files of this machine: new, or the one that a worker of ours has left."""
    folder = Path(tempfile.gettempdir()) / name
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        # Windows has no such numbers, and a temporary folder for each user.
        owner = getattr(os, "geteuid", lambda: 0)()
        seen = folder.lstat()
        if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != owner:
            raise PermissionError(f"{folder} is not a folder of user {owner}, expected the one of a worker that died") from None
    return folder


def _executable(kit: Path, program: str) -> str:
    inside = _inside(kit, program)
    # A kit from Windows has no bits of executables.
    if inside.is_file() and not os.access(inside, os.X_OK):
        inside.chmod(inside.stat().st_mode | 0o100)
    path = shutil.which(inside) or shutil.which(program)
    if path is None:
        raise FileNotFoundError(f"no program {program!r}, expected in the kit or in the PATH of the workers")
    return path


def _clean_workers(ray, running: list, run: str) -> None:
    """Ends the tasks that still run, as after Ctrl-C, and removes on every machine what dead workers have left of the run.
    A cluster that is gone has nothing to remove: what happened before is what the caller is to know."""
    try:
        for task in running:
            ray.cancel(task, force=True)
        if running:
            ray.wait(running, num_returns=len(running), timeout=10)
        on_node = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        remove = ray.remote(num_cpus=0, max_retries=0)(_remove_scratch)
        nodes = [node["NodeID"] for node in ray.nodes() if node["Alive"]]
        tasks = [remove.options(scheduling_strategy=on_node(node, soft=False)).remote(run) for node in nodes]
        if tasks:
            ray.wait(tasks, num_returns=len(tasks), timeout=30)
    except Exception as error:
        warnings.warn(f"folders {run}-* of workers may be left: {error}", stacklevel=3)


def _remove_scratch(run: str) -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{run}-*"):
        shutil.rmtree(folder, ignore_errors=True)


def _dies_with_parent() -> Callable[[], None] | None:
    """On Linux, what makes a child end with its worker: else it would play on and keep its part from being continued."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    set_option = ctypes.CDLL(None, use_errno=True).prctl
    death_signal = 1
    return lambda: set_option(death_signal, signal.SIGKILL) and None


def _unpack(packed: bytes, result: Path) -> None:
    """Writes what a part has made; it is there whole or not at all."""
    new = result.with_name(result.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        if archive.getmember(".").isdir():
            new.mkdir()
            archive.extractall(new, filter="data")
        else:
            file = archive.extractfile(".")
            assert file is not None
            new.write_bytes(file.read())
    new.rename(result)


def _main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tengen.cluster", description=__doc__.split("\n")[0], allow_abbrev=False
    )
    parser.add_argument("work", choices=["match", "selfplay", "prove", "book"])
    parser.add_argument("parts", help="how many; for a proof the replies, as h9,i7,h10")
    parser.add_argument("folder")
    parser.add_argument("kit")
    parser.add_argument("--program", default="./tengen", help="the executable on the workers")
    parser.add_argument("--cpus", type=float, default=1, help="cores of a part")
    parser.add_argument("--first", type=int, default=200, help="steps of a new book before it is shared out")
    arguments, flags = parser.parse_known_args()
    ways = {"folder": arguments.folder, "program": arguments.program, "cpus": arguments.cpus}
    try:
        if arguments.work == "prove":
            print(prove(arguments.kit, replies=arguments.parts.split(","), flags=flags, **ways))
            return
        ways["parts"] = _number("PARTS", arguments.parts)
        if arguments.work == "match":
            file, *flags = flags or parser.error("match needs FILE.toml, a file of the kit")
            play_match(arguments.kit, file, flags=flags, **ways)
        elif arguments.work == "book":
            if len(flags) < 2:
                parser.error("book needs STEPS and STORE")
            steps, store, *flags = flags
            grow_book(arguments.kit, store, steps=_number("STEPS", steps), first=arguments.first, flags=flags, **ways)
        else:
            for path in play_games(arguments.kit, flags=flags, **ways):
                print(path)
    except (FolderError, ImportError, PartError, ValueError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"tengen.cluster: {error}")


def _number(name: str, text: str) -> int:
    if not re.fullmatch("[1-9][0-9]*", text):
        raise ValueError(f"{name} is {text!r}, expected a whole number from 1")
    return int(text)


if __name__ == "__main__":
    _main()
