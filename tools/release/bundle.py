#!/usr/bin/env python3
"""Copies the shared libraries that programs and libraries of a folder need into it, so that they run on any
Linux with a C library at least as new as this one's; the C library itself is the machine's.

Every file finds its libraries by a path of its own ($ORIGIN), so that the folder may lie anywhere.

usage: bundle.py FOLDER LIBRARIES [--program=PATH...] [--licences=FOLDER] [--sbom=FILE --version=V]
LIBRARIES: where they go, as seen from FOLDER. --program: a program of this machine that goes to LIBRARIES/bin.
--licences: those of all Debian packages that something is of. --sbom: their names and versions, as SPDX 2.3.
Prints the oldest version of the C library that will do.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

# Of glibc: the machine's, with its loader.
OF_THE_MACHINE = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util)\.so.*)$")

# Packages of which code is compiled into ours.
BUILT_IN = ("libboost1.74-dev", "libcadical-dev", "libcli11-dev", "libeigen3-dev", "llvm-19-dev", "nlohmann-json3-dev")


def output_of(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def is_elf(path):
    if path.is_symlink() or not path.is_file(): return False
    with path.open("rb") as file: return file.read(4) == b"\x7fELF"


def needed(path):
    return re.findall(r"^ +NEEDED +(\S+)$", output_of("objdump", "-p", path), re.M)


def known_libraries():
    """Paths of this machine's libraries by name, those of its own processor alone."""
    words = {"x86_64": "x86-64", "aarch64": "AArch64"}[os.uname().machine]
    found = {}
    for name, kinds, path in re.findall(r"^\s(\S+) \(([^)]*)\) => (\S+)$", output_of("/sbin/ldconfig", "-p"), re.M):
        if words in kinds and "hwcap" not in kinds: found.setdefault(name, pathlib.Path(path))
    return found


def package_of(path):
    """Name and version of the Debian package that has the file."""
    for name in (path, path.resolve()):  # /lib is a link to /usr/lib
        for spelt in (str(name), str(name).removeprefix("/usr")):
            done = subprocess.run(["dpkg-query", "--search", spelt], text=True, capture_output=True)
            if done.returncode == 0:
                package = done.stdout.split(": ")[0].split(",")[0]
                return output_of("dpkg-query", "--show", "--showformat=${Package} ${Version}", package).split()
    return [path.name, "unknown"]


def set_paths(path, *folders):
    subprocess.run(["patchelf", "--set-rpath", ":".join(folders), path], check=True)


def bundle(folder, libraries, programs):
    """Copies; the copied files' origins, by where they are now."""
    place = folder / libraries
    (place / "bin").mkdir(parents=True, exist_ok=True)
    origins = {}
    for program in programs:
        origin = pathlib.Path(shutil.which(program) or sys.exit(f"bundle.py: there is no program {program}")).resolve()
        name = pathlib.Path(program).name
        shutil.copy2(origin, place / "bin" / name)
        origins[place / "bin" / name] = origin
    known = known_libraries()
    waiting = [path for path in sorted(folder.rglob("*")) if is_elf(path)]
    own = {path.name for path in folder.rglob("*.so*")}
    for path in waiting:  # grows
        for name in needed(path):
            if OF_THE_MACHINE.match(name) or name in own: continue
            if name not in known: sys.exit(f"bundle.py: {path} needs {name}, which this machine does not have")
            shutil.copy(known[name], place / name)
            (place / name).chmod(0o644)
            origins[place / name] = known[name]
            own.add(name)
            waiting.append(place / name)
    for path in waiting:
        way = os.path.relpath(place, path.parent)
        set_paths(path, "$ORIGIN" if way == "." else f"$ORIGIN/{way}")
    if not any((place / "bin").iterdir()): (place / "bin").rmdir()
    return origins


def oldest_glibc(folder):
    """The newest version of the C library that a file of the folder asks for, as numbers."""
    versions = set()
    for path in folder.rglob("*"):
        if is_elf(path): versions |= set(re.findall(r"\bGLIBC_(\d+)\.(\d+)", output_of("objdump", "-T", path)))
    return max(tuple(map(int, version)) for version in versions)


def packages_of(folder, origins):
    """Version and files by Debian package; those of BUILT_IN are in the programs themselves."""
    packages = {}
    for path, origin in sorted(origins.items()):
        name, version = package_of(origin)
        packages.setdefault(name, (version, []))[1].append(str(path.relative_to(folder)))
    for name in BUILT_IN:
        version = output_of("dpkg-query", "--show", "--showformat=${Version}", name)
        packages.setdefault(name, (version, []))
    return packages


def sbom(packages, version):
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    identifier = lambda name: "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    described = {"SPDXID": "SPDXRef-tesuji", "name": "tesuji", "versionInfo": version, "licenseDeclared": "Apache-2.0",
                 "downloadLocation": "NOASSERTION", "filesAnalyzed": False}
    parts = [{"SPDXID": identifier(name), "name": name, "versionInfo": of, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
              "comment": "as " + ", ".join(files) if files else "compiled into the programs and libraries",
              "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator":
                                f"pkg:deb/debian/{urllib.parse.quote(name, safe='')}@{urllib.parse.quote(of, safe='')}"}]}
             for name, (of, files) in sorted(packages.items())]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-tesuji")] + [
        ("SPDXRef-tesuji", "CONTAINS" if packages[part["name"]][1] else "STATIC_LINK", part["SPDXID"]) for part in parts]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"tesuji-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/tesuji-{version}-{int(when.timestamp())}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tesuji-release"]},
        "packages": [described, *parts],
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations]}


def copy_licences(packages, folder):
    folder.mkdir(parents=True)
    for name in packages:
        text = pathlib.Path("/usr/share/doc") / name.split(":")[0] / "copyright"
        if not text.exists(): sys.exit(f"bundle.py: {name} has no licence in {text}")
        shutil.copy(text, folder / name.split(":")[0])


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("libraries")
    options.add_argument("--program", action="append", default=[])
    options.add_argument("--licences", help="a new folder below FOLDER")
    options.add_argument("--sbom", type=pathlib.Path)
    options.add_argument("--version", default="0")
    options = options.parse_args()
    origins = bundle(options.folder, options.libraries, options.program)
    packages = packages_of(options.folder, origins)
    if options.licences: copy_licences(packages, options.folder / options.licences)
    if options.sbom: options.sbom.write_text(json.dumps(sbom(packages, options.version), indent=1) + "\n")
    print("%d.%d" % oldest_glibc(options.folder))


if __name__ == "__main__":
    main()
