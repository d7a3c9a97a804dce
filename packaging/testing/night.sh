#!/bin/sh
# Nights of a booted Debian, as docs/install.md tells an administrator to have them. Each check is a line
# `ok|TEXT` or `FAILED|TEXT|DETAILS` on the second serial line, and the last line is `end`.
exec >/dev/ttyS1 2>&1
cd /root || exit
export LC_ALL=C.UTF-8
service=relay-audit.service
timer=relay-audit.timer
state=/var/lib/relay-audit

check() {
  text=$1
  shift
  if details=$("$@" 2>&1); then
    echo "ok|$text"
  else
    echo "FAILED|$text|$(printf '%s' "$details" | tail -n 12 | tr '\n' ';')"
  fi
}

# UNIT PROPERTY VALUE…
has() {
  found=$(systemctl show --value --property "$2" "$1")
  shift 2
  for wanted; do if [ "$found" = "$wanted" ]; then return; fi; done
  echo "it is $found"
  return 1
}

audited() {
  systemctl start "$service"
  has "$service" Result exit-code && has "$service" ExecMainStatus 1 2
}

none_of_root() {
  found=$(find /var/lib/private/relay-audit ! -path '*/exports*' -user root)
  echo "$found"
  [ -z "$found" ]
}

runs() {
  relay-audit history --config /etc/relay-audit/relay-audit.yaml --json >history.json
  cat history.json
  [ "$(grep -c '"number"' history.json)" = "$1" ]
}

boot_is_clean() {
  failed=$(systemctl list-units --failed --plain --no-legend)
  echo "$failed"
  [ -z "$failed" ]
}

as_service() {
  systemd-run --wait --pipe --quiet --description "relay-audit forget" --property DynamicUser=yes --property User=relay-audit \
    --property StateDirectory=relay-audit "$@"
}

check "the system is up" boot_is_clean
check "the package installs" dpkg -i package.deb
check "the timer is not enabled unasked" has "$timer" UnitFileState disabled
check "the timer is not started unasked" has "$timer" ActiveState inactive
check "nothing is audited unasked" test ! -e "$state"

relay-audit demo sample --accounts 20
install -d "$state/exports"
find sample/exports -type f -exec install -m 0644 -t "$state/exports" {} +
check "the service audits, and fails by findings" audited
check "the journal has the verdict" sh -c "journalctl --unit $service --output cat | grep -q '^Verdicts: '"
check "its folder is closed to others" test "$(stat -c %a /var/lib/private/relay-audit)" = 700
check "and is reached by its name" test -s "$state/reports/report.html"
check "the store is closed to others" test "$(stat -c %a "$state/audit.sqlite")" = 600
check "what is kept is not root's" none_of_root
check "a second night goes on with the store" audited
check "the history has both nights" runs 2
check "what root has read is still not root's" none_of_root
check "the timer can be enabled and started" systemctl enable --now "$timer"
check "and has a next night" sh -c "systemctl list-timers --no-legend $timer | grep -q '03:'"

printf 'uid,purpose,given_at\nu-late,link:phone,2026-01-01T00:00:00Z\n' >consents.csv
printf 'mkdir -p exports\ncp /etc/relay-audit/consents.csv exports/consents-late.csv\n' >/etc/relay-audit/export.sh
install -m 0644 consents.csv /etc/relay-audit/
systemctl daemon-reload
check "exports of a service can be enabled" systemctl enable relay-audit-export.service
check "they are written before the audit" audited
check "into its folder" test -s "$state/exports/consents-late.csv"
check "and are read" grep -q consents-late.csv "$state/reports/report.json"
check "a person is forgotten by the service's user" as_service \
  relay-audit forget --config /etc/relay-audit/relay-audit.yaml --uid u-late
check "and the store stays that user's" none_of_root
check "the journal does not name the person" sh -c '! journalctl --output export | grep u-late'

check "an upgrade" dpkg -i package.deb
check "leaves the timer enabled" has "$timer" UnitFileState enabled
check "and started" has "$timer" ActiveState active
check "the night after it goes on" audited
before=$(sha256sum "$state/audit.sqlite" "$state/reports/report.json")
check "a removal" dpkg -r relay-audit
check "stops the timer" has "$timer" ActiveState inactive
check "a purge" dpkg -P relay-audit
check "leaves no unit" has "$timer" LoadState not-found
check "leaves store and reports" test "$before" = "$(sha256sum "$state/audit.sqlite" "$state/reports/report.json")"
echo end
