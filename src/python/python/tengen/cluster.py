"""Work of the executable `tengen` in parts, as jobs of Ray: matches and self-play on a cluster.

    python -m tengen.cluster match PARTS FOLDER KIT FILE.toml [flags of tengen match]
    python -m tengen.cluster selfplay PARTS FOLDER KIT [flags of tengen selfplay]

KIT is a folder with all that the work needs: the executable `tengen` (or one that `--program` names, a path of the workers or
a name in their PATH), FILE.toml, openings, engines. Ray copies it to its workers, which need share no folder; paths in
FILE.toml are relative to it. Each part is a task; what it has written comes back into FOLDER. A task whose worker dies
is started again, on the same machine where it stopped. Called again, parts that are in FOLDER are not done again.

>>> play_match("kit", "match.toml", parts=8, folder="results", flags=["--nodes", "20000"])    # doctest: +SKIP
PosixPath('results/all')

Needs `pip install ray` here and the same versions of Ray and Python on all workers; a cluster is what `ray start` made, or
this machine. tournaments/recipes has the same for Slurm, GNU parallel and ssh.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

__all__ = ["PartError", "play_games", "play_match", "run_parts"]


class PartError(RuntimeError):
    """Parts that are not done; the message has the end of what each printed."""


def run_parts(
    command: Sequence[str],
    kit: str | os.PathLike[str],
    *,
    parts: int,
    folder: str | os.PathLike[str],
    suffix: str = "",
    program: str = "./tengen",
    cpus: float = 1,
    retries: int = 5,
) -> list[Path]:
    """Runs the command for each part, and returns what each has written, a file or a folder of FOLDER.

    In the words of `command`, which follow the program, `{part}` is the number of the part from 1, `{parts}` how many
    there are, and `{out}` what the command is to write: `part-N` and `suffix`. It must continue that where it was
    interrupted. `cpus` are the cores that Ray keeps for a part, `retries` how often a part is started again when its worker has died.
    """
    ray = _ray(kit)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    task = ray.remote(num_cpus=cpus, max_retries=retries)(_run_part)
    # The workers need this function, not this package.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    # Two jobs on one machine do not continue each other's parts.
    job = ray.get_runtime_context().get_job_id()
    results = [folder / f"part-{part}{suffix}" for part in range(1, parts + 1)]
    running, failed = {}, []
    for part, result in enumerate(results, 1):
        if not result.exists():
            words = [_filled(word, part, parts, result.name) for word in command]
            running[task.remote(str(job), program, words, result.name)] = (part, result)
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
            failed.append(f"part {part} of {parts} is not done (exit status {status}): {said.strip()[-500:]}")
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
    inside = Path(kit) / program
    merge = merge or (str(inside.resolve()) if inside.exists() else program)
    subprocess.run([merge, "match", "merge", *map(str, folders), "--out", str(out)], check=True)
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


def _ray(kit: str | os.PathLike[str]):
    """Ray, connected to a cluster, with a copy of the kit for its workers."""
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise ImportError("tengen.cluster needs Ray: pip install ray") from error
    if not Path(kit).is_dir():
        raise FileNotFoundError(f"no folder {os.fspath(kit)!r}, expected one with all that the work needs")
    if not ray.is_initialized():
        ray.init(runtime_env={"working_dir": os.fspath(kit)}, log_to_driver=False)
    return ray


def _filled(word: str, part: int, parts: int, out: str) -> str:
    for name, value in (("{part}", part), ("{parts}", parts), ("{out}", out)):
        word = word.replace(name, str(value))
    return word


def _run_part(job: str, program: str, words: list[str], out: str) -> tuple[int, str, bytes | None]:
    """Runs on a worker, in its copy of the kit. What a worker that died has left is continued. Returns the exit
    status, what the program printed, and what it wrote."""
    # Outside the copy of the kit, which another worker need not have.
    folder = Path(tempfile.gettempdir()) / f"tengen-{os.getuid()}-{job}"
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / out
    words = [str(made) if word == out else word for word in words]
    # Ray unpacks a kit without the bits of executables where the zip has none.
    path = shutil.which(program) or os.path.abspath(program)
    if os.path.exists(path):
        os.chmod(path, os.stat(path).st_mode | 0o100)
    run = subprocess.run(
        [path, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=_dies_with_parent()
    )
    said = run.stdout.decode("utf-8", errors="replace")
    if run.returncode != 0 or not made.exists():
        return run.returncode, said, None
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(made, arcname=".")
    shutil.rmtree(made) if made.is_dir() else made.unlink()
    return 0, said, packed.getvalue()


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
    parser.add_argument("work", choices=["match", "selfplay"])
    parser.add_argument("parts", type=int)
    parser.add_argument("folder")
    parser.add_argument("kit")
    parser.add_argument("--program", default="./tengen", help="the executable on the workers")
    parser.add_argument("--cpus", type=float, default=1, help="cores of a part")
    arguments, flags = parser.parse_known_args()
    ways = {"parts": arguments.parts, "folder": arguments.folder, "program": arguments.program, "cpus": arguments.cpus}
    try:
        if arguments.work == "match":
            file, *flags = flags or parser.error("match needs FILE.toml, a file of the kit")
            play_match(arguments.kit, file, flags=flags, **ways)
        else:
            for path in play_games(arguments.kit, flags=flags, **ways):
                print(path)
    except (PartError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"tengen.cluster: {error}")


if __name__ == "__main__":
    _main()
