"""The copyright file, in the form of https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"""

HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: relay-audit
Comment:
 The program has these parts of others linked into it. What each asks to be said with it is in
 /usr/share/doc/relay-audit/third-party, and /usr/share/doc/relay-audit/relay-audit.spdx.json lists them for programs.
 .
"""

OWN = """\

Files: *
Copyright: 2026 the authors of relay-audit
License: relay-audit
 The source of relay-audit states no licence. Ask its authors before you pass this package on.
"""


def document(components):
    lines = []
    for component in components:
        where = f"{component.name}, in {component.within}" if component.within else component.name
        lines.append(f"  {where} {component.version}: {component.licence}\n")
    return HEAD + "".join(lines) + OWN
