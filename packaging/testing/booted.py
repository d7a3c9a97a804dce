"""Nights under a systemd that runs: a Debian with a kernel of its own, in a machine that QEMU emulates."""

import pathlib
import re
import shutil

from testing.system import ROOT, System, WORK, check, command

HERE = pathlib.Path(__file__).resolve().parent
# It has what a virtual machine needs, and is a tenth of the usual kernel.
PACKAGES = ["dbus", "linux-image-cloud-amd64", "systemd-sysv"]
UNIT = """\
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /root/night.sh
ExecStopPost=/bin/systemctl poweroff --no-block
"""
# Seconds. It needs some minutes, and a busy machine more.
LIMIT = 1800


def live(suite, package):
    print(f"--- {suite}: nights under systemd ---")
    if not shutil.which("qemu-system-x86_64"):
        check(False, "there is a qemu-system-x86_64")
        return
    system = System(suite, "booted", PACKAGES)
    system.put(package, "/root/package.deb")
    system.put(HERE / "night.sh", "/root/night.sh")
    units = system.file("/etc/systemd/system")
    (units / "night.service").write_text(UNIT)
    (units / "multi-user.target.wants").mkdir(exist_ok=True)
    (units / "multi-user.target.wants/night.service").symlink_to("/etc/systemd/system/night.service")
    # The guide's own text.
    example = re.search(r"`/etc/systemd/system/relay-audit-export.service`.*?```ini\n(.*?)```",
                        (ROOT / "docs/install.md").read_text(), re.S)
    (units / "relay-audit-export.service").write_text(example[1])
    disk, console, results = (WORK / f"{suite}.{name}" for name in ["disk", "console", "results"])
    disk.unlink(missing_ok=True)
    made = command("mke2fs", "-q", "-t", "ext4", "-d", system.path, disk, "2G")
    check(made.returncode == 0, "a disk is made", made.stderr)
    [kernel], [initial] = (list(system.file("/boot").glob(name)) for name in ["vmlinuz-*", "initrd.img-*"])
    # Emulated, since virtual machines seldom have virtualisation of their own. Debian 13's kernel crashes at its start
    # where it uses cmpxchg16b under QEMU 7.2.
    done = command(
        "timeout", LIMIT, "qemu-system-x86_64", "-accel", "tcg", "-m", "1024", "-display", "none",
        "-monitor", "none", "-nic", "none", "-no-reboot", "-serial", f"file:{console}", "-serial", f"file:{results}",
        "-drive", f"file={disk},format=raw,if=virtio", "-kernel", kernel, "-initrd", initial,
        "-append", "root=/dev/vda rw console=ttyS0 panic=-1 clearcpuid=cx16 no_timer_check")
    disk.unlink()
    lines = [line.split("|") for line in results.read_text(errors="replace").splitlines()]
    for outcome, *text in (line for line in lines if len(line) > 1):
        check(outcome == "ok", text[0], "|".join(text[1:]))
    is_whole = lines and lines[-1] == ["end"]
    check(is_whole, "the machine comes up and goes down", f"{done}\n{lines}\n{console.read_text(errors='replace')}")
