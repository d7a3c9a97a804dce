"""Manual pages, one for each command, from what the program says of itself (`--experimental-dump-help`).

    python3 packaging/manual.py DUMP FOLDER [--date 2026-11-22] [--config FILE]

DUMP is that JSON (`-`: standard input), FOLDER gets `relay-audit.1`, `relay-audit-audit.1`, …, and with --config, the
output of `relay-audit config`, `relay-audit.yaml.5`.
"""

import argparse
import json
import pathlib
import re
import sys

PROGRAM = "relay-audit"
FILES = [
    ("relay-audit.yaml", "The configuration: relay-audit.yaml(5)."),
    (".relay-audit/audit.sqlite", "The store, which keeps past runs, in the folder in which the program is started."),
    ("reports/out", "The reports, likewise."),
    ("/etc/relay-audit", "The configuration of relay-audit.service. Its timer is not enabled by the package."),
    ("/var/lib/relay-audit", "What that service reads and keeps."),
    ("/usr/share/doc/relay-audit/docs", "Guides; begin with guide.md and install.md."),
]
ENVIRONMENT = [
    ("NO_COLOR", "Where it is set and not empty, the summary has no colour."),
    ("TERM", "Where it is dumb, likewise, and there is no line of progress."),
    ("TMPDIR", "The folder of a run's own files, which need about as much room as the inputs."),
    ("TZDIR", "The folder of time zones, where it is not /usr/share/zoneinfo."),
    ("PATH", "Where ssh-keygen(1) is looked for, by sign-off and verify."),
]


def escaped(text):
    """As roff prints it: hyphens that can be copied, and no line that is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "").replace("…", "\\&...")
    text = text.replace("'", "\\(aq").replace("\u2019", "\\(cq")
    return "\n".join("\\&" + line if line.startswith((".", "\\(aq")) else line for line in text.split("\n"))


EXIT_STATUS = "Exit status: "


def paragraphs(text):
    """But for the one that lists exit statuses."""
    lines = []
    for part in text.strip().split("\n\n"):
        if not part.startswith(EXIT_STATUS):
            lines += [".PP", escaped(" ".join(part.split()))]
    return lines


def statuses(text):
    """`Exit status: 0 the gate passed; 1 …` as a list."""
    lines = []
    for part in (text or "").split("\n\n"):
        if part.startswith(EXIT_STATUS):
            lines += [".SH EXIT STATUS"]
            for item in part.removeprefix(EXIT_STATUS).rstrip(".").split("; "):
                number, meaning = item.split(" ", 1)
                lines += [".TP", f"\\fB{number}\\fP", escaped(" ".join(meaning.split()))]
    return lines


def flag(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def value(argument):
    return argument.get("valueName", "value")


def term(argument):
    """An argument as a list names it."""
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value(argument))}\\fP"
    names = ", ".join(f"\\fB{escaped(flag(name))}\\fP" for name in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} \\fI{escaped(value(argument))}\\fP"


def usage(argument):
    if argument["kind"] == "positional":
        text = term(argument)
    else:
        text = f"\\fB{escaped(flag(argument['preferredName']))}\\fP"
        if argument["kind"] == "option":
            text += f" \\fI{escaped(value(argument))}\\fP"
    if argument.get("isRepeating"):
        text += "\\ ..."
    return f"[{text}]" if argument.get("isOptional") else text


def description(argument):
    text = " ".join(argument.get("abstract", "").split())
    values = argument.get("allValues", [])
    if values and argument["kind"] == "option":
        text += f" One of {', '.join(values)}."
    if argument.get("defaultValue") not in (None, "", "false", "[]") and "default:" not in text:
        text += f" Default: {argument['defaultValue']}."
    return escaped(text)


def shown(command):
    return [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]


def children(command):
    return [child for child in command.get("subcommands", []) if child["commandName"] != "help"]


def heading(title, section, date, version, manual):
    return [f'.TH {escaped(title)} {section} "{date}" "{PROGRAM} {version}" "{manual}"', ".nh", ".ad l"]


def page(path, command, version, date):
    name = "-".join(path)
    abstract = command.get("abstract", "").rstrip(".")
    lines = heading(name.upper(), 1, date, version, "User Commands")
    lines += [".SH NAME", f"{escaped(name)} \\- {escaped(abstract[:1].lower() + abstract[1:])}"]
    lines += [".SH SYNOPSIS"]
    bold = f"\\fB{escaped(' '.join(path))}\\fP"
    below, arguments = children(command), shown(command)
    if below:
        lines += [f"{bold} \\fIcommand\\fP [\\fIargument\\fP\\ ...]"]
        default = command.get("defaultSubcommand")
        if default:
            lines += [".PP", f"Without a command, \\fB{escaped(default)}\\fP is meant."]
    else:
        lines += [" ".join([bold, *(usage(argument) for argument in arguments)])]
    lines += [".SH DESCRIPTION", escaped(command.get("abstract", ""))]
    if command.get("discussion"):
        lines += paragraphs(command["discussion"])
    if below:
        lines += [".SH COMMANDS"]
        for child in below:
            reference = "-".join([*path, child["commandName"]])
            lines += [".TP", f"\\fB{escaped(reference)}\\fP(1)", escaped(child.get("abstract", ""))]
    for title, kinds in [("ARGUMENTS", {"positional"}), ("OPTIONS", {"option", "flag"})]:
        listed = [argument for argument in arguments if argument["kind"] in kinds]
        if listed:
            lines += [f".SH {title}"]
        for argument in listed:
            lines += [".TP", term(argument), description(argument)]
    if len(path) == 1:
        lines += statuses(command.get("discussion"))
        for title, table in [("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)]:
            lines += [f".SH {title}"]
            for name, text in table:
                lines += [".TP", f"\\fI{escaped(name)}\\fP" if title == "FILES" else f"\\fB{name}\\fP", escaped(text)]
        related = ["relay-audit.yaml(5)"]
    else:
        lines += [".SH EXIT STATUS", "See \\fBrelay\\-audit\\fP(1)."]
        related = [f"{'-'.join(path[:-1])}(1)", "relay-audit.yaml(5)"]
    lines += [".SH SEE ALSO"]
    lines += [", ".join(re.sub(r"(.*)\((\d)\)", lambda match: f"\\fB{escaped(match[1])}\\fP({match[2]})", reference)
                        for reference in related)]
    return "\n".join(lines) + "\n"


def configuration_page(text, version, date):
    """The keys as `relay-audit config` prints them: what begins at the left edge is a key or a section of keys."""
    lines = heading("RELAY-AUDIT.YAML", 5, date, version, "File Formats")
    lines += [".SH NAME", "relay\\-audit.yaml \\- configuration of relay\\-audit"]
    lines += [".SH DESCRIPTION", ".nf", escaped(text.rstrip("\n")), ".fi"]
    lines += [".SH SEE ALSO", "\\fBrelay\\-audit\\fP(1), \\fBrelay\\-audit\\-config\\fP(1)"]
    return "\n".join(lines) + "\n"


def pages(dump, version, date):
    """By file name."""
    found = {}

    def visit(path, command):
        found["-".join(path) + ".1"] = page(path, command, version, date)
        for child in children(command):
            visit([*path, child["commandName"]], child)

    visit([PROGRAM], dump["command"])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--version", default="")
    parser.add_argument("--date", default="")
    parser.add_argument("--config", type=pathlib.Path)
    options = parser.parse_args()
    text = sys.stdin.read() if options.dump == "-" else pathlib.Path(options.dump).read_text(encoding="utf-8")
    options.folder.mkdir(parents=True, exist_ok=True)
    made = pages(json.loads(text), options.version, options.date)
    if options.config:
        config = options.config.read_text(encoding="utf-8")
        made["relay-audit.yaml.5"] = configuration_page(config, options.version, options.date)
    for name, content in made.items():
        (options.folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
