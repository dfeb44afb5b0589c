#!/usr/bin/env python3
"""Writes an archive of a release: a folder with the given files and their checksums.

    .ci/archive.py ARCHIVE.tar.gz|ARCHIVE.zip [NAME=]FILE...

A file named README.md loses its pictures and its links to files that are not in the archive. Executables, which have the bit for it,
keep it; a file that occurs twice in a .tar.gz is a link to the first. The same files give the same bytes: all bear the date of the
commit, or of SOURCE_DATE_EPOCH.
"""

import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile


def date():
    """Seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    return int(subprocess.run(["git", "log", "-1", "--format=%ct"], check=True, stdout=subprocess.PIPE).stdout)


def without_links(text):
    """The text of a README that stands alone."""
    text = re.sub(r"^!\[[^]]*\]\([^)]*\)\n+", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", text)


def read(argument):
    """The name in the archive, the bytes, and whether it is a program."""
    name, _, path = argument.rpartition("=")
    name = name or os.path.basename(path)
    with open(path, "rb") as file:
        content = file.read()
    if name == "README.md":
        content = without_links(content.decode()).encode()
    return name, content, os.access(path, os.X_OK)


def write_tar(path, folder, files, seconds):
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, seconds) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        first = {}
        for name, content, is_program in files:
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.mtime, entry.mode = seconds, 0o755 if is_program else 0o644
            if content in first:
                entry.type, entry.linkname = tarfile.LNKTYPE, first[content]
            else:
                first[content], entry.size = entry.name, len(content)
            archive.addfile(entry, io.BytesIO(content))


def write_zip(path, folder, files, seconds):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content, is_program in files:
            entry = zipfile.ZipInfo(f"{folder}/{name}", time.gmtime(seconds)[:6])
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            archive.writestr(entry, content)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    path = sys.argv[1]
    match = re.fullmatch(r"(.+)\.(tar\.gz|zip)", os.path.basename(path))
    if not match:
        sys.exit(f"archive: seen '{path}', expected a name that ends with .tar.gz or .zip")
    folder, kind = match.groups()
    files = [read(argument) for argument in sys.argv[2:]]
    names = [name for name, _, _ in files]
    if twice := {name for name in names if names.count(name) > 1}:
        sys.exit(f"archive: {', '.join(sorted(twice))} is given twice")
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content, _ in files)
    files.append(("SHA256SUMS", sums.encode(), False))
    (write_zip if kind == "zip" else write_tar)(path, folder, files, date())
    print(f"{os.path.basename(path)}: {len(files)} files, {os.path.getsize(path)} bytes")


main()
