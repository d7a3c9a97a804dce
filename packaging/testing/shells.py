"""Completions as bash, zsh and fish of a Debian find them, where the package has put them."""

from testing.system import System, check

SCRIPTS = {
    "bash": ["bash", "--norc", "-c", """
        . /usr/share/bash-completion/bash_completion
        if declare -F _comp_load >/dev/null; then _comp_load relay-audit; else _completion_loader relay-audit; fi
        function=$(complete -p relay-audit | sed 's/.* -F \\([^ ]*\\).*/\\1/')
        try() {
          COMP_WORDS=("$@") COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_CWORD=$(($# - 1)) COMPREPLY=()
          $function relay-audit "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
        }
        try relay-audit hist
        try relay-audit history --sto
    """],
    # Its completions work at a prompt alone: the second zsh is on a terminal of the first.
    "zsh": ["sh", "-c", 'mount -t devpts devpts /dev/pts && exec zsh -f -c "$0"', """
        zmodload zsh/zpty
        export TERM=dumb
        zpty prompt zsh -f -i
        zpty -w prompt 'PS1=; autoload -Uz compinit; compinit -u -D; print loaded'
        zpty -r prompt text '*loaded*loaded*'
        zpty -w -n prompt $'relay-audit hist\\t--sto\\t'
        sleep 5
        while zpty -r -t prompt text; do print -rn -- $text; done
    """],
    "fish": ["fish", "-c", 'complete -C "relay-audit hist"; complete -C "relay-audit history --sto"'],
}


def complete(suite, package):
    print(f"--- {suite}: the completions ---")
    system = System(suite, "shells", ["bash-completion", "fish", "zsh"])
    check(system.install(package).returncode == 0, "the package installs")
    for shell, words in SCRIPTS.items():
        done = system.run(*words)
        is_completed = "history" in done.stdout and "--store" in done.stdout
        check(is_completed, f"{shell} completes a command and its option", done)
