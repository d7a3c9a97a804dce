"""Bare Debian systems in folders, and how their checks are told."""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".build/package"
WORK = FOLDER / "test"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")

failures = []


def check(holds, text, details=""):
    print(("ok      " if holds else "FAILED  ") + text, flush=True)
    if not holds:
        failures.append(text)
        print(str(details)[-3000:], flush=True)


def command(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", **options)


class System:
    """A Debian in a folder."""

    def __init__(self, suite, name, packages=()):
        """A copy of a bare one, with more of Debian's packages where they are named."""
        base = FOLDER / "roots" / "-".join([suite, *packages])
        made = base.with_name(base.name + ".made")
        if not made.exists():
            print(f"Making {suite} with {', '.join(packages) or 'nothing more'}", flush=True)
            base.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(base, ignore_errors=True)
            steps = [["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "--no-install-recommends", *packages]]
            if packages:
                self.path = System(suite, name).path.rename(base)
                done = [self.run(*words, offline=False) for words in steps]
            else:
                done = [command("debootstrap", "--variant=minbase", suite, base, MIRROR)]
            for each in done:
                if each.returncode != 0:
                    sys.exit(each.stdout[-2000:] + each.stderr)
            made.touch()
        self.path = WORK / f"{suite}-{name}"
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", "--reflink=auto", base, self.path], check=True)

    def run(self, *words, offline=True, folder="/", user=None):
        start = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.path}/proc"]
        if offline:
            start += ["--net"]
        inner = ["env", "-i", f"--chdir={folder}", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"]
        inner += ["DEBIAN_FRONTEND=noninteractive"]
        if user:
            inner += ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"]
        return command(*start, "chroot", self.path, *inner, *words)

    def file(self, path):
        return self.path / str(path).lstrip("/")

    def text(self, path):
        return self.file(path).read_text(errors="replace")

    def put(self, source, path):
        target = self.file(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)

    def install(self, package, *options):
        self.put(package, "/root/package.deb")
        return self.run("dpkg", *options, "-i", "/root/package.deb")

    def owned(self, user, *paths):
        for path in paths:
            for each in [self.file(path), *self.file(path).rglob("*")]:
                os.chown(each, user, user, follow_symlinks=False)

    def files(self):
        """All but what packages' tools keep for themselves."""
        leave = (
            "proc", "root/package.deb", "var/lib/dpkg", "var/cache", "var/log", "var/lib/systemd/deb-systemd-helper")
        names = (str(path.relative_to(self.path)) for path in self.path.rglob("*") if not path.is_dir())
        return {name for name in names if not name.startswith(leave)}
