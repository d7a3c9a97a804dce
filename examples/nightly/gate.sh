#!/bin/sh
# For a release pipeline that asks the audit machine: prints the summary with pseudonyms; the exit status is the audit's.
# Nothing is kept of the question.
umask 077
rm -rf reports/gate
relay-audit audit --gate new --baseline baseline.txt --no-remember --out reports/gate --format markdown --pii hashed \
  --quiet >/dev/null
status=$?
if [ -f reports/gate/summary.md ]; then cat reports/gate/summary.md; fi
exit "$status"
