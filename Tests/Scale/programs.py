"""Programs for the workers that go wrong: shell scripts around relay-audit, or what stands in for it."""

import os
import pathlib
import shlex

# A shell's condition: this call judges the shard, in the second round.
JUDGES = 'case " $* " in *" --counts "*) false;; *" --shard-number {shard}/"*) true;; *) false;; esac'
# The file that --part names.
PART = 'part=""; for word; do [ "$before" = --part ] && part="$word"; before="$word"; done'


def script(path, text):
    path = pathlib.Path(path)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o700)
    return path


def words(program):
    return " ".join(shlex.quote(str(word)) for word in program)


def plain(path, program):
    return script(path, f'exec {words(program)} "$@"\n')


def stops_once(path, program, shard, marks):
    """The first to judge the shard writes its process id to a file in `marks` and stops. Each leaves a line in `calls`."""
    os.makedirs(marks, exist_ok=True)
    marks = shlex.quote(str(marks))
    return script(path, f"""if {JUDGES.format(shard=shard)}; then
  echo $$ >> {marks}/calls
  if mkdir {marks}/first 2>/dev/null; then
    echo $$ > {marks}/pid.new && mv {marks}/pid.new {marks}/pid
    kill -STOP $$
  fi
fi
exec {words(program)} "$@"
""")


def dies(path, program, shard):
    """Judges the shard, and dies by a signal."""
    return script(path, f"""if {JUDGES.format(shard=shard)}; then cat > /dev/null; kill -SEGV $$; fi
exec {words(program)} "$@"
""")


def stops_reading(path, program, shard):
    """Ends well before it has read its lines."""
    return script(path, f"""if {JUDGES.format(shard=shard)}; then {PART}; echo '{{}}' > "$part"; exit 0; fi
exec {words(program)} "$@"
""")


def halves(path, program, shard):
    """Judges the shard, and leaves half of the part."""
    return script(path, f"""if {JUDGES.format(shard=shard)}; then
  {words(program)} "$@" || exit
  {PART}
  head -n $(($(wc -l < "$part") / 2)) "$part" > "$part.half" && mv "$part.half" "$part"
  exit 0
fi
exec {words(program)} "$@"
""")


def complains(path, program, shard, status, text):
    return script(path, f"""if {JUDGES.format(shard=shard)}; then cat > /dev/null; echo {shlex.quote(text)} >&2
  exit {status}; fi
exec {words(program)} "$@"
""")
