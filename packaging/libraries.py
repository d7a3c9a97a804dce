"""The C and C++ libraries that are linked into the packaged program: where each comes from, and how it is made.

Two have an archive in their -dev package, and it is used as it is. The others are built from Debian's source package
(`apt-get source`: signed, with Debian's security patches), each for a reason:

- libxml2: Debian's archive needs ICU (31 MB of data beside the ICU that Foundation has), and has an HTTP client.
- libzip, libxlsxwriter, simdjson: Debian has no archive.
- SQLite: Debian compiles each of its files by itself. As one file, which its authors advise
  (https://sqlite.org/amalgamation.html), it takes 3 % off an audit.

libstdc++ and libgcc are archives of the compiler. glibc stays shared: it finds converters when it runs.
"""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

FLAGS = ["-O2", "-g0", "-fPIC", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=2"]


@dataclasses.dataclass(frozen=True)
class Library:
    # As `--version --verbose` names it.
    name: str
    # Of Debian.
    source: str
    # The package whose archive is linked; None where it is built from the source package.
    package: str | None
    archive: str
    # As SPDX writes it.
    licence: str
    # Where Debian's source package or -dev package has its copyright.
    copyright: str


LIBRARIES = [
    Library("libxml2", "libxml2", None, "libxml2.a", "MIT", "debian/copyright"),
    Library(
        "libxlsxwriter", "libxlsxwriter", None, "libxlsxwriter.a",
        "BSD-2-Clause AND BSD-3-Clause AND Zlib AND MPL-2.0", "License.txt"),
    Library("libzip", "libzip", None, "libzip.a", "BSD-3-Clause", "LICENSE"),
    Library("PCRE2", "pcre2", "libpcre2-dev", "libpcre2-8.a", "BSD-3-Clause", ""),
    Library("simdjson", "simdjson", None, "libsimdjson.a", "Apache-2.0", "debian/copyright"),
    Library("SQLite", "sqlite3", None, "libsqlite3.a", "blessing", "debian/copyright"),
    Library("zlib", "zlib", "zlib1g-dev", "libz.a", "Zlib", ""),
    Library("libstdc++", "gcc-12", "libstdc++-12-dev", "libstdc++.a", "GPL-3.0-or-later WITH GCC-exception-3.1", ""),
    Library("libgcc", "gcc-12", "libgcc-12-dev", "libgcc_eh.a", "GPL-3.0-or-later WITH GCC-exception-3.1", ""),
]

# What no build may contain, although a library could: each of them talks to a network or to another program.
NOT_LINKED = ["libcurl", "libssl", "libcrypto", "libicuuc", "liblzma", "libbz2"]


def run(*command, cwd=None, **variables):
    subprocess.run([str(part) for part in command], cwd=cwd, check=True, env={**os.environ, **variables},
                   stdout=subprocess.DEVNULL)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class Prefix:
    """A folder with `include` and `lib`, in which the linker finds an archive of each library and nothing shared."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.sources = folder / "sources"
        self.lib = folder / "lib"
        self.include = folder / "include"
        self.versions = folder / "versions"

    def make(self, as_built: bool = False):
        """What Debian has mended since the last time is made again.

        - Parameter as_built: leaves everything as it is in a program that was built before.
        """
        for path in (self.sources, self.lib, self.include, self.versions):
            path.mkdir(parents=True, exist_ok=True)
        wanted = [library for library in LIBRARIES if not as_built or not (self.versions / library.name).exists()]
        if any(library.package is None for library in wanted):
            self._update()
        for library in wanted:
            record = self.versions / f"{library.name}.source"
            if library.package:
                version = self._borrow(library)
            else:
                source = self._source(library)
                if record.exists() and record.read_text() == source:
                    continue
                version = self._build(library)
                record.write_text(source)
            (self.versions / library.name).write_text(version + "\n")

    def version(self, library: Library) -> str:
        """Of Debian's package: what security notices name."""
        return (self.versions / library.name).read_text().strip()

    def copyright(self, library: Library) -> str:
        if library.package:
            return pathlib.Path(f"/usr/share/doc/{library.package}/copyright").read_text(errors="replace")
        return (self.versions / f"{library.name}.copyright").read_text(errors="replace")

    def _borrow(self, library: Library) -> str:
        if library.source.startswith("gcc-"):
            found = pathlib.Path(output("g++", f"-print-file-name={library.archive}"))
        else:
            files = output("dpkg", "-L", library.package).splitlines()
            found = next(pathlib.Path(line) for line in files if line.endswith("/" + library.archive))
            # Its description leads to the archive, and would lead to the folder of shared libraries.
            for line in files:
                if line.endswith(".pc"):
                    text = re.sub(r"^libdir=.*$", f"libdir={self.lib}", pathlib.Path(line).read_text(), flags=re.M)
                    (self.lib / "pkgconfig").mkdir(exist_ok=True)
                    (self.lib / "pkgconfig" / pathlib.Path(line).name).write_text(text)
        # The linker takes libgcc from where the compiler says.
        if library.archive != "libgcc_eh.a":
            shutil.copy(found, self.lib / library.archive)
        return output("dpkg-query", "-W", "-f", "${Version}", library.package)

    # --- Debian's sources --------------------------------------------------------------------------------------------

    @property
    def _options(self):
        lists = self.sources / "lists"
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        options = {
            "Dir::Etc::sourcelist": "/dev/null", "Dir::Etc::sourceparts": self.sources / "apt",
            "Dir::State::lists": lists, "APT::Get::List-Cleanup": "0", "APT::Sandbox::User": "",
        }
        return [part for name, value in options.items() for part in ("-o", f"{name}={value}")]

    def _update(self):
        """The lists of this machine's own sources, asked for source packages, in a folder of our own."""
        folder = self.sources / "apt"
        folder.mkdir(exist_ok=True)
        etc = pathlib.Path("/etc/apt")
        for file in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]:
            if not file.is_file() or file.suffix not in {".list", ".sources"}:
                continue
            text = file.read_text()
            if "debian" not in text:
                continue
            text = re.sub(r"^deb\b(?!-src)", "deb-src", text, flags=re.M)
            text = re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.M)
            (folder / file.name).write_text(text)
        run("apt-get", *self._options, "update", "-q")

    def _source(self, library: Library) -> str:
        """The address and the digest of the source package that `apt-get source` takes."""
        return output(
            "apt-get", *map(str, self._options), "-qq", "--print-uris", "--dsc-only", "source", library.source)

    def _build(self, library: Library) -> str:
        folder = self.sources / library.source
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        run("apt-get", *self._options, "source", "-q", library.source, cwd=folder)
        tree = next(path for path in folder.iterdir() if path.is_dir())
        version = output("dpkg-parsechangelog", "-l", str(tree / "debian/changelog"), "-S", "Version")
        shutil.copy(tree / library.copyright, self.versions / f"{library.name}.copyright")
        flags = " ".join([*FLAGS, f"-ffile-prefix-map={tree}=/{library.source}"])
        getattr(self, "_" + library.source)(tree, flags)
        return version

    def _libxml2(self, tree, flags):
        """What is left out reads catalogs, talks to servers, loads modules, or decompresses unasked."""
        off = [
            "C14N", "CATALOG", "DEBUG", "DOCB", "FTP", "HTTP", "ICU", "LEGACY", "LZMA", "MODULES", "PROGRAMS", "PYTHON",
            "READER", "SCHEMAS", "SCHEMATRON", "TESTS", "WRITER", "XINCLUDE", "XPTR", "ZLIB"]
        self._cmake(tree, flags, "LIBXML2_WITH_THREADS=ON", *(f"LIBXML2_WITH_{name}=OFF" for name in off))

    def _cmake(self, tree, flags, *options):
        build = tree / "build-static"
        run("cmake", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_C_FLAGS={flags}",
            f"-DCMAKE_INSTALL_PREFIX={self.folder}", "-DCMAKE_INSTALL_LIBDIR=lib", "-DBUILD_SHARED_LIBS=OFF",
            "-Wno-dev", *(f"-D{option}" for option in options))
        run("cmake", "--build", build, "-j2")
        run("cmake", "--install", build)

    def _libzip(self, tree, flags):
        """Workbooks are deflated, and neither encrypted by ZIP's own means nor packed with bzip2 or LZMA."""
        off = ["COMMONCRYPTO", "GNUTLS", "MBEDTLS", "OPENSSL", "WINDOWS_CRYPTO", "BZIP2", "LZMA"]
        parts = ["TOOLS", "REGRESS", "EXAMPLES", "DOC"]
        self._cmake(tree, flags, *(f"ENABLE_{name}=OFF" for name in off), *(f"BUILD_{name}=OFF" for name in parts))

    def _libxlsxwriter(self, tree, flags):
        """MD5 would find equal pictures, of which we write none."""
        self._cmake(tree, flags, "USE_NO_MD5=ON")

    def _simdjson(self, tree, flags):
        # It chooses the code for the machine when it runs.
        shutil.copy(tree / "singleheader/simdjson.h", self.include)
        self._one_file(
            tree / "singleheader", "simdjson", "g++", "-std=c++17", *flags.split(), "-I.", "-c", "simdjson.cpp")

    def _sqlite3(self, tree, flags):
        """With Debian's options, but for one that only its own generated parser knows."""
        rules = (tree / "debian/rules").read_text()
        options = [
            option for option in re.findall(r"-DSQLITE_\w+(?:=\w+)?", rules)
            if not re.search("OMIT_LOOKASIDE|UPDATE_DELETE_LIMIT", option)]
        run("./configure", "--disable-tcl", f"--prefix={self.folder}", f"--libdir={self.lib}",
            f"--includedir={self.include}", cwd=tree)
        run("make", "sqlite3.c", "sqlite3.h", cwd=tree)
        for header in ["sqlite3.h", "src/sqlite3ext.h"]:
            shutil.copy(tree / header, self.include)
        (self.lib / "pkgconfig").mkdir(exist_ok=True)
        shutil.copy(tree / "sqlite3.pc", self.lib / "pkgconfig")
        self._one_file(tree, "sqlite3", "gcc", "-fno-strict-aliasing", *flags.split(), *options, "-c", "sqlite3.c")

    def _one_file(self, folder, name, *command):
        """Makes the archive of a library that is one object."""
        run(*command, "-o", f"{name}.o", cwd=folder)
        archive = self.lib / f"lib{name}.a"
        archive.unlink(missing_ok=True)
        run("ar", "rcsD", archive, folder / f"{name}.o")
