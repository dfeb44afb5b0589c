"""Games in files: SGF, Piskvork's psq, RenLib's lib, RenjuNet's rif and others."""

from __future__ import annotations

import errno
import os
import shutil
import warnings
from collections.abc import Iterable

from ._tengen import FormatError, Game, formats, parse_games

__all__ = ["FormatWarning", "formats", "read_game", "read_games", "write_game", "write_games"]


class FormatWarning(UserWarning):
    """Something of a file was not read, or something of a game is not written."""


def _read(
    source: str | os.PathLike[str] | bytes,
    format: str | None,
    rule: str | int | None,
    size: int,
    encoding: str | None,
) -> list[Game]:
    """The games; what is not read is a warning in the caller's caller."""
    if isinstance(source, bytes):
        data, name = source, ""
    else:
        name = os.fspath(source)
        with open(name, "rb") as file:
            data = file.read()
    name = os.path.basename(name)
    games, losses = parse_games(data, name, format=format, rule=rule, size=size, encoding=encoding)
    for loss in losses:
        warnings.warn(loss, FormatWarning, stacklevel=3)
    return games


def read_games(
    source: str | os.PathLike[str] | bytes,
    *,
    format: str | None = None,
    rule: str | int | None = None,
    size: int = 15,
    encoding: str | None = None,
) -> list[Game]:
    """The games of a file, or of bytes.

    The format follows from the name and the contents. `rule` and `size` are for games that do not say
    theirs; `encoding` is for old files whose texts are in no Unicode. What is not read is a `FormatWarning`; a
    file without a game that can be read is a `FormatError`.

    >>> read_games(b"(;FF[4]GM[4]SZ[15];B[hh];W[ii])")[0].moves
    [<Move h8>, <Move i7>]
    """
    return _read(source, format, rule, size, encoding)


def read_game(
    source: str | os.PathLike[str] | bytes,
    *,
    format: str | None = None,
    rule: str | int | None = None,
    size: int = 15,
    encoding: str | None = None,
) -> Game:
    """The first game of a file, see `read_games`."""
    games = _read(source, format, rule, size, encoding)
    if not games:
        raise FormatError("no game in it, expected one or more")
    return games[0]


def _format_of(path: str, format: str | None) -> str:
    if format is not None:
        return format
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    for name, about in formats().items():
        if ending in about["extensions"] and about["written"]:
            return name
    known = sorted({one for about in formats().values() if about["written"] for one in about["extensions"]})
    raise ValueError(f"extension {ending!r} of {path!r}, expected one of {', '.join(known)}, or format=")


def write_game(game: Game, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """Writes a game; the extension of the file tells the format. What the format cannot hold is a
    `FormatWarning`."""
    _write([game], path, format)


def write_games(games: Iterable[Game], path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """Writes games one after the other into one file. Nothing is written if one cannot be, and
    what was there stays until the new file is whole."""
    _write(games, path, format)


def _write(games: Iterable[Game], path: str | os.PathLike[str], format: str | None) -> None:
    name = os.fspath(path)
    format = _format_of(name, format)
    parts = []
    for game in games:
        if not isinstance(game, Game):
            raise TypeError(f"a game of type {type(game).__name__}, expected a Game, such as Game(board)")
        lost = game.lost_in(format)
        if lost:
            warnings.warn(f"{format} does not hold: {', '.join(lost)}", FormatWarning, stacklevel=3)
        parts.append(game.to_bytes(format))
    if not parts:
        raise ValueError("no game, expected one or more")
    if len(parts) > 1 and format != "sgf":
        raise FormatError(f"{len(parts)} games in one {format} file, expected sgf, or a file for each")
    _replace(name, b"".join(parts))


def _replace(name: str, data: bytes) -> None:
    """Writes a file beside the old one, then puts it in its place."""
    # A link stays one; what is no plain file, such as a pipe, cannot be replaced.
    name = os.path.realpath(name)
    folder = os.path.dirname(name)
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, "no such folder", folder)
    is_new = not os.path.exists(name)
    beside = f"{name}.{os.getpid()}.part" if is_new or os.path.isfile(name) else name
    try:
        with open(beside, "wb") as file:
            file.write(data)
        if beside != name:
            if not is_new:
                shutil.copymode(name, beside)
            os.replace(beside, name)
    except BaseException:
        if beside != name and os.path.exists(beside):
            os.remove(beside)
        raise
