#!/usr/bin/env python3
"""Writes what the files of a release were made from, and with what: provenance.json in their folder.

    .ci/provenance.py FOLDER [--repeated FILE]...

The form is an in-toto statement (https://in-toto.io/Statement/v1) with a SLSA provenance predicate
(https://slsa.dev/spec/v1.0/provenance), without a signature: every file with its SHA-256, the commit and Cargo.lock,
compilers, linkers and packers with their versions. --repeated names a file that was built twice with equal bytes.
A tree with uncommitted changes, or a compiler that cannot be asked, is an error.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timezone

# What may have made a file: a name, and how it states its version. Those not installed made nothing.
TOOLS = {
    "rustc": ["rustc", "-vV"],
    "cargo": ["cargo", "-vV"],
    "rustc of Debian, for Windows": ["/usr/bin/rustc", "-vV"],
    "cargo of Debian, for Windows": ["/usr/bin/cargo", "-vV"],
    "C compiler as linker": ["cc", "--version"],
    "linker": ["ld", "--version"],
    "linker for Windows, 64 bits": ["x86_64-w64-mingw32-gcc", "--version"],
    "linker for Windows, 32 bits": ["i686-w64-mingw32-gcc", "--version"],
    "binutils for Windows": ["x86_64-w64-mingw32-ld", "--version"],
    "zip": ["zip", "-v"],
}
REQUIRED = ("rustc", "cargo", "C compiler as linker", "linker")
NOT_FILES_OF_A_RELEASE = {"SHA256SUMS", "provenance.json"}


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def tool(name, command):
    """The lines that state the version of a tool; None if it is not installed."""
    try:
        lines = output(*command).splitlines()
    except FileNotFoundError:
        if name in REQUIRED:
            sys.exit(f"provenance: {command[0]} is not installed")
        return None
    if "-vV" in command:
        return dict(line.split(": ", 1) for line in lines if ": " in line)
    # `zip -v` prints its name after a line of copyright.
    stated = next((line for line in lines if re.search(r"\d+\.\d+", line) and "Copyright" not in line), lines[0])
    return {"version": stated.strip()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--repeated", action="append", default=[], metavar="FILE")
    arguments = parser.parse_args()
    if changed := output("git", "status", "--porcelain"):
        sys.exit("provenance: the tree differs from its commit:\n" + changed.rstrip())
    names = sorted(set(os.listdir(arguments.folder)) - NOT_FILES_OF_A_RELEASE)
    if unknown := set(arguments.repeated) - set(names):
        sys.exit(f"provenance: {', '.join(sorted(unknown))} is not in {arguments.folder}")
    tools = {name: found for name, command in TOOLS.items() if (found := tool(name, command))}
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": {"sha256": sha256(os.path.join(arguments.folder, name))}}
                    for name in names],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "script:.ci/release",
                "externalParameters": {"profile": os.environ.get("PROFILE", "dist")},
                "internalParameters": {"toolchain": tools, "flags": os.environ.get("RUSTFLAGS", "")},
                "resolvedDependencies": [
                    {"name": "tengen", "digest": {"gitCommit": output("git", "rev-parse", "HEAD").strip()}},
                    {"name": "Cargo.lock", "digest": {"sha256": sha256("Cargo.lock")}},
                ],
            },
            "runDetails": {
                "builder": {"id": "script:.ci/release"},
                "metadata": {"finishedOn": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")},
                "byproducts": [{"name": name, "annotations": {"builtTwiceWithEqualBytes": True}}
                               for name in sorted(arguments.repeated)],
            },
        },
    }
    with open(os.path.join(arguments.folder, "provenance.json"), "w", encoding="utf-8") as file:
        json.dump(statement, file, indent=2, ensure_ascii=False)
        file.write("\n")


main()
