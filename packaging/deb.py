"""Makes the .deb: the same inputs and the same SOURCE_DATE_EPOCH give the same bytes."""

import datetime
import email.utils
import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import textwrap

import copyrights
import manual

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PROGRAM = "relay-audit"
# As Debian's own tools take it.
MAINTAINER = "{} <{}>".format(
    os.environ.get("DEBFULLNAME", "The relay-audit maintainers"), os.environ.get("DEBEMAIL", "relay-audit@example.com"))
SUMMARY = "audit of Sign in with Apple: consent before links, revocation after deletion"
DESCRIPTION = [
    "Sign in with Apple lets people hide their email behind a relay address. A company that takes such accounts needs "
    "the person's consent before it links a real email, a phone number or a social credential to them, and must revoke "
    "Apple's tokens when the person asks to be deleted. This program checks that both happened.",
    "It reads exported files, judges every link and every deletion request by rules kept as SQL, and writes reports for "
    "people and for programs. It opens no network connection.",
]


class Package:
    def __init__(self, binary: pathlib.Path, version: str, epoch: int, components, folder: pathlib.Path):
        self.binary = binary
        self.version = version
        self.epoch = epoch
        # What is linked.
        self.components = components
        self.tree = folder / "tree"
        self.folder = folder
        self.architecture = output("dpkg", "--print-architecture")

    @property
    def date(self):
        return datetime.datetime.fromtimestamp(self.epoch, datetime.timezone.utc)

    def make(self, sbom: str) -> pathlib.Path:
        shutil.rmtree(self.tree, ignore_errors=True)
        self.file("usr/bin/relay-audit", self.binary.read_bytes(), 0o755)
        for name in ["relay-audit.service", "relay-audit.timer"]:
            self.file(f"lib/systemd/system/{name}", (HERE / "systemd" / name).read_bytes())
        conffiles = sorted(path.name for path in (HERE / "etc").iterdir())
        for name in conffiles:
            self.file(f"etc/relay-audit/{name}", (HERE / "etc" / name).read_bytes())
        self.manuals()
        self.completions()
        self.documents(sbom)
        overrides = HERE / "debian/lintian-overrides"
        if overrides.exists():
            self.file(f"usr/share/lintian/overrides/{PROGRAM}", overrides.read_bytes())
        # Last: it lists what is there.
        self.control([f"/etc/relay-audit/{name}" for name in conffiles])
        return self.pack()

    # --- Contents ----------------------------------------------------------------------------------------------------

    def file(self, path, content, mode=0o644):
        target = self.tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
        target.chmod(mode)

    def compressed(self, path, text):
        self.file(path + ".gz", gzip.compress(text.encode(), 9, mtime=0))

    def says(self, *arguments):
        return subprocess.run([self.binary, *arguments], check=True, capture_output=True, text=True).stdout

    def manuals(self):
        dump = manual.json.loads(self.says("--experimental-dump-help"))
        date = self.date.strftime("%Y-%m-%d")
        for name, text in manual.pages(dump, self.version, date).items():
            self.compressed(f"usr/share/man/man1/{name}", text)
        page = manual.configuration_page(self.says("config"), self.version, date)
        self.compressed("usr/share/man/man5/relay-audit.yaml.5", page)

    def completions(self):
        places = {
            "bash": "usr/share/bash-completion/completions/relay-audit",
            "zsh": "usr/share/zsh/vendor-completions/_relay-audit",
            "fish": "usr/share/fish/vendor_completions.d/relay-audit.fish",
        }
        for shell, place in places.items():
            text = self.says("--generate-completion-script", shell)
            # They are read, not run.
            self.file(place, text.removeprefix("#!/bin/bash\n"))

    def documents(self, sbom):
        place = f"usr/share/doc/{PROGRAM}"
        self.file(f"{place}/copyright", copyrights.document(self.components))
        for component in self.components:
            self.file(f"{place}/third-party/{component.name}.txt", component.text)
        self.compressed(f"{place}/changelog", self.changelog())
        for page in sorted((ROOT / "docs").glob("*.md")):
            self.file(f"{place}/docs/{page.name}", page.read_bytes())
        for page in ["README.md", "SECURITY.md"]:
            self.file(f"{place}/{page}", (ROOT / page).read_bytes())
        self.file(f"{place}/relay-audit.schema.json", (ROOT / "docs/relay-audit.schema.json").read_bytes())
        self.file(f"{place}/relay-audit.spdx.json", sbom)
        for path in sorted((ROOT / "examples").rglob("*")):
            if path.is_file():
                self.file(f"{place}/examples/{path.relative_to(ROOT / 'examples')}", path.read_bytes())

    def changelog(self):
        """CHANGELOG.md in Debian's form. A version without a date is a minute younger than the one below it."""
        sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)[1:]
        entries, before = [], 0
        for index, section in reversed(list(enumerate(sections))):
            title, _, body = section.partition("\n")
            name = re.match(r"\[([^\]]+)\]", title)[1]
            day = re.search(r"\d{4}-\d{2}-\d{2}", title)
            time = before + 60
            if day:
                time = int(datetime.datetime.fromisoformat(day[0] + "T00:00:00+00:00").timestamp())
            if index == 0:
                name, time = self.version, max(self.epoch, before + 60)
            before = time
            entries.insert(0, self.entry(name, body, time))
        return "\n".join(entries)

    def entry(self, version, body, time):
        lines, heading = [f"{PROGRAM} ({version}) unstable; urgency=medium", ""], ""
        for part in re.split(r"\n(?=- |### )|\n\n", body):
            text = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", part).split())
            if text.startswith("### "):
                heading = text.removeprefix("### ")
            elif text:
                text = f"{heading}: {text.removeprefix('- ')}" if heading else text
                lines += textwrap.wrap(
                    text, 76, initial_indent="  * ", subsequent_indent="    ", break_long_words=False,
                    break_on_hyphens=False)
        return "\n".join([*lines, "", f" -- {MAINTAINER}  {email.utils.formatdate(time)}", ""])

    # --- Control -----------------------------------------------------------------------------------------------------

    def control(self, conffiles):
        files = sorted(path for path in self.tree.rglob("*") if path.is_file())
        size = sum(-(-path.stat().st_size // 1024) for path in files) + len({path.parent for path in files})
        built = ", ".join(sorted({
            f"{component.debian_source} (= {component.version})" for component in self.components
            if component.debian_source}))
        paragraphs = [line for text in DESCRIPTION for line in [*textwrap.wrap(text, 78), "."]][:-1]
        self.file("DEBIAN/control", "\n".join([
            f"Package: {PROGRAM}", f"Version: {self.version}", f"Architecture: {self.architecture}",
            f"Maintainer: {MAINTAINER}", f"Installed-Size: {size}", f"Depends: libc6 (>= {glibc(self.binary)})",
            "Recommends: openssh-client, tzdata", f"Static-Built-Using: {built}", "Section: admin",
            "Priority: optional", f"Description: {SUMMARY}", *(f" {line}" for line in paragraphs), "",
        ]))
        self.file("DEBIAN/conffiles", "".join(name + "\n" for name in conffiles))
        self.file("DEBIAN/md5sums", "".join(
            f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(self.tree)}\n" for path in files
            if not path.is_relative_to(self.tree / "etc")))
        for name in ["postinst", "prerm", "postrm"]:
            self.file(f"DEBIAN/{name}", (HERE / "debian" / name).read_bytes(), 0o755)

    def pack(self):
        for path in [self.tree, *self.tree.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (self.epoch, self.epoch))
        package = self.folder / f"{PROGRAM}_{self.version}_{self.architecture}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", self.tree, package], check=True,
            stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(self.epoch)})
        return package


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def glibc(binary):
    """The oldest glibc with every symbol that the program asks for."""
    found = set(re.findall(r"\bGLIBC_(\d+)\.(\d+)", output("objdump", "-T", str(binary))))
    return ".".join(map(str, max((int(major), int(minor)) for major, minor in found)))
