// Writes the benchmark's data from a seed: a Firebase export, its NDJSON twin, and the evidence around it.
//
//     generate FOLDER ACCOUNTS [--seed N] [--changed SHARE] [--noise CONSENTS] [--findings | --all-findings]
//     generate FOLDER ACCOUNTS --evidence [OPTION…]
//     generate - ACCOUNTS [OPTION…]
//
// FOLDER/audit gets what relay-audit reads, FOLDER/twin the same accounts as NDJSON. 30 % of the accounts have an Apple
// credential, 60 % of those a relay address, a quarter of these a link; there are consents for 90 % of the links,
// deletion requests for 2 % of the Apple accounts, and revocations for 90 % of the requests. Accounts ascend by uid, as
// Firebase writes them; one takes about 505 bytes of the export.
//
// `--changed 0.001` writes the next night: so large a share of the accounts has another phone number, and nothing else
// differs. `--noise 10000000` adds so many consents of people who have nothing of Apple, nine in ten of them to a
// newsletter. `--findings` leaves all consents out, so that every link is a finding. `--all-findings` makes every
// account such a finding besides: each has Apple's credential, a relay address and a link, by turns to a phone and to
// Google.
//
// FOLDER/numbers.json counts what was written. `-` writes the export to standard output and nothing else; `--evidence`
// leaves the accounts' files out. With the same seed and options, the two make one night that no disk has to hold.
//
// Every value is made up; hosts and numbers are reserved ones.

import Foundation

var generator = Generator(Options(Array(CommandLine.arguments.dropFirst())))
generator.run()
