"""What is linked into the program, with versions, licences and their texts: for the SBOM and the copyright file."""

import dataclasses
import json
import pathlib
import re
import shutil

import libraries

SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"
# The licences of Swift packages, which a package does not state in a form for programs.
PACKAGES = {
    "GRDB.swift": "MIT",
    "Yams": "MIT",
    "jwt-kit": "MIT",
    "swift-argument-parser": SWIFT_LICENCE,
    "swift-asn1": "Apache-2.0",
    "swift-certificates": "Apache-2.0",
    "swift-crypto": "Apache-2.0",
    "swift-log": "Apache-2.0",
}
# What these packages and the toolchain hold of others.
HELD = [
    ("BoringSSL", "swift-crypto", "Apache-2.0", "https://boringssl.googlesource.com/boringssl"),
    ("libyaml", "Yams", "MIT", "https://github.com/yaml/libyaml"),
    ("ICU", "Swift", "Unicode-3.0", "https://github.com/swiftlang/swift-foundation-icu"),
]


@dataclasses.dataclass(frozen=True)
class Component:
    name: str
    version: str
    licence: str
    # Where its source is.
    url: str
    # The name of another component that holds it.
    within: str
    # Its notices, as its own source has them.
    text: str
    # Of Debian, where it comes from there.
    debian_source: str = ""


def linked(prefix: libraries.Prefix, run) -> list[Component]:
    """By name.

    - Parameter run: starts a command in the repository and returns what it prints.
    """
    found = []
    for library in libraries.LIBRARIES:
        version = prefix.version(library)
        url = f"https://sources.debian.org/src/{library.source}/"
        found.append(Component(
            library.name, version, library.licence, url, "", prefix.copyright(library), library.source))
    found += swift_packages(json.loads(run("swift", "package", "show-dependencies", "--format", "json")))
    found.append(toolchain(run("swift", "--version")))
    by_name = {component.name: component for component in found}
    for name, within, licence, url in HELD:
        holder = by_name[within]
        text = f"{name} is part of {holder.name} {holder.version}, whose source has its notices: {holder.url}\n"
        found.append(Component(name, holder.version, licence, url, within, text))
    return sorted(found, key=lambda component: component.name.lower())


def swift_packages(tree):
    found = {}

    def visit(node):
        for child in node["dependencies"]:
            name = child["url"].removesuffix(".git").rsplit("/", 1)[1]
            if name not in PACKAGES:
                raise SystemExit(f"The licence of {name} is not known: add it to packaging/components.py.")
            folder = pathlib.Path(child["path"])
            texts = [path.read_text(errors="replace") for pattern in ["LICENSE*", "NOTICE*"]
                     for path in sorted(folder.glob(pattern))]
            found[name] = Component(name, child["version"], PACKAGES[name], child["url"], "", "\n".join(texts))
            visit(child)

    visit(tree)
    return list(found.values())


def toolchain(version):
    """The standard library, Foundation and libdispatch, which are one release of one toolchain."""
    number = re.search(r"Swift version (\S+)", version)[1]
    program = pathlib.Path(shutil.which("swift")).resolve()
    licence = next((folder / "share/swift/LICENSE.txt" for folder in program.parents
                    if (folder / "share/swift/LICENSE.txt").exists()), None)
    text = licence.read_text(errors="replace") if licence else "See https://www.swift.org/LICENSE.txt\n"
    return Component("Swift", number, SWIFT_LICENCE, "https://github.com/swiftlang/swift", "", text)

