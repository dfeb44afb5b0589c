#!/usr/bin/env python3
"""Writes what a release needs about the packages inside its executables.

    .ci/materials.py [--check] [--wheel] [FOLDER]        default: target/release-files

THIRD-PARTY.txt   their licenses, each text once
tengen.cdx.json   the bill of materials: CycloneDX 1.5

--wheel writes those of the Python package instead of the executables.
--check writes nothing and looks at both: the exit status is 1 if a package's license is none of those below, if it comes from
elsewhere than crates.io, or if it is one of those that compile C, so that such a new dependency is noticed. Needs Python 3.11, cargo and the packages of Cargo.lock, no network.
"""

import glob
import json
import os
import re
import subprocess
import sys
import uuid

# Permissive, and satisfied by passing the text on.
ALLOWED = {"MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "Zlib",
           "Unlicense", "Unicode-3.0"}
# What the executables are built for, each with packages that the others lack.
TARGETS = ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl",
           "x86_64-pc-windows-gnu", "i686-pc-windows-gnu")
# Rust and a linker suffice to build: none of the usual helpers that compile C or look for libraries of the system.
BANNED = {"bindgen", "cc", "cmake", "native-tls", "openssl-sys", "pkg-config", "vcpkg"}
TEXTS = ("LICEN", "COPYING", "NOTICE", "COPYRIGHT")


def metadata(target):
    """What cargo knows about the packages for this target."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target}"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def linked(found, name):
    """The package of ours with this name and, for each one that it needs to be built, the packages that that
    one needs."""
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    own = set(found["workspace_members"])
    root = next(package["id"] for package in found["packages"] if package["name"] == name and package["id"] in own)
    needs, open_ids = {}, [root]
    while open_ids:
        package = open_ids.pop()
        if package not in needs:
            needs[package] = {dep["pkg"] for dep in nodes[package]["deps"]
                              if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])}
            open_ids += needs[package]
    return root, needs


def collect(name):
    """The id of our package with this name, the packages by id, and what each needs, over all targets; Tengen's own packages count as
    the root."""
    packages, needs, root = {}, {}, None
    for target in TARGETS:
        found = metadata(target)
        root, part = linked(found, name)
        by_id = {package["id"]: package for package in found["packages"]}
        own = set(found["workspace_members"])
        for package, others in part.items():
            package = root if package in own else package
            packages[package] = by_id[package]
            needs.setdefault(package, set()).update(others - own)
    return root, packages, needs


def expression(package):
    """The SPDX expression; older packages write a slash for OR."""
    return (package["license"] or "").replace("/", " OR ").replace("  ", " ")


def is_allowed(text):
    """Whether each part of an expression joined by AND has an alternative that is allowed."""
    parts = re.split(r"\s+AND\s+", text)
    return all(any(choice.strip() in ALLOWED for choice in re.split(r"\s+OR\s+", part.strip("() ")))
               for part in parts)


def problem(package):
    """Why a package may not be used, if so."""
    if not is_allowed(expression(package)):
        return f"has the license {expression(package) or '(none)'}, expected one of {', '.join(sorted(ALLOWED))}"
    if not (package["source"] or "").endswith("/crates.io-index"):
        return f"comes from {package['source']}, expected crates.io"
    if package["name"] in BANNED:
        return "compiles C or looks for libraries of the system, expected Rust alone"
    return None


def license_texts(package):
    """The license files of a package."""
    folder = os.path.dirname(package["manifest_path"])
    texts = []
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*"))):
        if any(word in os.path.basename(path).upper() for word in TEXTS) and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.append(file.read().replace("\r\n", "\n").strip())
    return texts


def label(package):
    """Name and version."""
    return f"{package['name']} {package['version']}"


def third_party(others):
    """The text of THIRD-PARTY.txt."""
    users, bare = {}, []
    for package in others:
        texts = license_texts(package)
        for text in texts:
            users.setdefault(text, []).append(label(package))
        if not texts:
            bare.append(package)
    lines = ["Tengen contains these packages, and the standard library of Rust (MIT OR Apache-2.0).", ""]
    lines += [f"{label(package)}: {expression(package)}, {package['repository'] or ''}" for package in others]
    for package in bare:
        authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
        lines += ["", f"{label(package)} has no license file. It is {expression(package)}, by {authors}."]
    for text, names in sorted(users.items(), key=lambda item: item[1]):
        lines += ["", "-" * 100, "License of " + ", ".join(names), "-" * 100, "", text]
    return "\n".join(lines) + "\n"


def checksums():
    """SHA-256 of each package as Cargo.lock has it."""
    with open("Cargo.lock", encoding="utf-8") as file:
        blocks = file.read().split("[[package]]")
    field = lambda block, name: (re.search(rf'^{name} = "(.*)"$', block, re.M) or [None, None])[1]
    return {(field(block, "name"), field(block, "version")): field(block, "checksum") for block in blocks}


def purl(package):
    """The package's address in a bill of materials."""
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, hashes, kind="library"):
    """A package in CycloneDX."""
    found = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"],
             "purl": purl(package), "licenses": [{"expression": expression(package)}]}
    checksum = hashes.get((package["name"], package["version"]))
    if checksum:
        found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package["repository"]:
        found["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return found


def bill(root, packages, needs):
    """The bill of materials. Nothing in it depends on the time, so that it is reproducible."""
    hashes = checksums()
    others = sorted((package for id, package in packages.items() if id != root), key=label)
    ids = sorted(packages, key=lambda id: label(packages[id]))
    commit = subprocess.run(["git", "rev-parse", "HEAD"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, commit)}",
        "metadata": {"component": component(packages[root], hashes, "application")},
        "components": [component(package, hashes) for package in others],
        "dependencies": [{"ref": purl(packages[id]),
                          "dependsOn": sorted(purl(packages[other]) for other in needs[id])} for id in ids],
    }


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    names = ["tengen-python" if "--wheel" in sys.argv else "tengen"]
    if "--check" in sys.argv:
        names = ["tengen", "tengen-python"]
    others = {}
    for name in names:
        root, packages, needs = collect(name)
        others.update((label(package), package) for id, package in packages.items() if id != root)
    others = sorted(others.values(), key=label)
    refused = [package for package in others if problem(package)]
    for package in refused:
        print(f"materials: {label(package)} {problem(package)}", file=sys.stderr)
    if "--check" not in sys.argv:
        folder = arguments[0] if arguments else "target/release-files"
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "THIRD-PARTY.txt"), "w", encoding="utf-8") as file:
            file.write(third_party(others))
        with open(os.path.join(folder, "tengen.cdx.json"), "w", encoding="utf-8") as file:
            json.dump(bill(root, packages, needs), file, indent=1)
            file.write("\n")
    print(f"{len(others)} packages, {len(refused)} of them refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
