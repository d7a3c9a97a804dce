#!/usr/bin/env python3
"""Writes the benchmark's data from a seed: a Firebase export, its NDJSON twin, and the evidence around it.

    generate.py FOLDER --accounts 1000000 [--seed 1]

The population is the one of the bars in run.py: 30 % of the accounts have an Apple credential, 60 % of those a relay
address, a quarter of these a link; consents for 90 % of the links, deletion requests for 2 % of the Apple accounts,
and revocations for 90 % of the requests. Accounts come sorted by uid, as Firebase writes them.
"""

import argparse
import json
import os
import random
import string

AS_OF = 1_795_132_800_000  # 2026-11-20T00:00:00Z, in milliseconds
YEAR = 365 * 86_400_000
LETTERS = string.ascii_lowercase + string.digits


def uid(index: int, noise: random.Random) -> str:
    # 28 characters like Firebase's, and ascending.
    return f"{index:010d}" + "".join(noise.choices(string.ascii_letters + string.digits, k=18))


def iso(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    import datetime

    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + f".{rest:03d}Z"


class Writer:
    def __init__(self, folder: str, seed: int) -> None:
        self.noise = random.Random(seed)
        os.makedirs(os.path.join(folder, "audit"), exist_ok=True)
        os.makedirs(os.path.join(folder, "twin"), exist_ok=True)
        self.export = open(os.path.join(folder, "audit", "users.json"), "w", buffering=1 << 20)
        self.twin = open(os.path.join(folder, "twin", "users.ndjson"), "w", buffering=1 << 20)
        self.consents = open(os.path.join(folder, "audit", "consents.ndjson"), "w", buffering=1 << 20)
        self.deletions = open(os.path.join(folder, "audit", "deletions.ndjson"), "w", buffering=1 << 20)
        self.revocations = open(os.path.join(folder, "audit", "revocations.ndjson"), "w", buffering=1 << 20)

    def close(self) -> None:
        for file in (self.export, self.twin, self.consents, self.deletions, self.revocations):
            file.close()

    def write(self, count: int) -> None:
        self.export.write('{"users": [\n')
        for index in range(count):
            user = self.user(index)
            self.export.write((",\n" if index else "") + json.dumps(user, indent=2))
            self.twin.write(json.dumps(user, separators=(",", ":")) + "\n")
        self.export.write("]}")

    def user(self, index: int) -> dict:
        noise = self.noise
        name = uid(index, noise)
        created = AS_OF - YEAR + int(noise.random() * YEAR * 0.9)
        is_apple = noise.random() < 0.3
        is_relay = is_apple and noise.random() < 0.6
        if is_relay:
            host = "private.icloud.com" if noise.random() < 0.2 else "privaterelay.appleid.com"
            email = "".join(noise.choices(LETTERS, k=10)) + "@" + host
        else:
            email = f"person{index}@example.com"
        providers = []
        user = {
            "localId": name,
            "email": email,
            "emailVerified": True,
            "displayName": f"Person Number {index}",
            "photoUrl": f"https://images.example.com/people/{index}/portrait.jpg",
            "lastSignedInAt": str(created + 86_400_000),
            "createdAt": str(created),
        }
        if is_apple:
            sub = f"{index % 1_000_000:06d}.{noise.getrandbits(128):032x}.{index % 10_000:04d}"
            providers.append({"providerId": "apple.com", "rawId": sub, "email": email})
        else:
            providers.append(
                {
                    "providerId": "google.com",
                    "rawId": f"{noise.getrandbits(66):021d}",
                    "email": email,
                    "displayName": f"Person Number {index}",
                    "photoUrl": f"https://images.example.com/people/{index}/portrait.jpg",
                }
            )
        if is_relay and noise.random() < 0.25:
            self.link(user, name, providers, created)
        user["disabled"] = False
        user["providerUserInfo"] = providers
        if is_apple and noise.random() < 0.02:
            self.deletion(index, name)
        return user

    def link(self, user: dict, name: str, providers: list, created: int) -> None:
        noise = self.noise
        if noise.random() < 0.5:
            user["phoneNumber"] = f"+1555{noise.randrange(100, 10_000_000):07d}"
            purpose = "link:phone"
        else:
            providers.append(
                {"providerId": "google.com", "rawId": f"{noise.getrandbits(66):021d}", "email": f"{name}@example.org"}
            )
            purpose = "link:social"
        if noise.random() < 0.9:
            consent = {
                "uid": name,
                "purpose": purpose,
                "given_at": iso(created),
                "explicit": True,
                "method": "dialog",
                "policy_version": "3",
            }
            self.consents.write(json.dumps(consent) + "\n")

    def deletion(self, index: int, name: str) -> None:
        requested = AS_OF - 10 * 86_400_000 + self.noise.randrange(5 * 86_400_000)
        self.deletions.write(
            json.dumps({"uid": name, "request_id": f"request-{index}", "requested_at": iso(requested)}) + "\n"
        )
        if self.noise.random() < 0.9:
            revocation = {
                "uid": name,
                "at": iso(requested + 3_600_000),
                "endpoint": "apple",
                "token_type": "refresh_token",
                "http_status": 200,
            }
            self.revocations.write(json.dumps(revocation) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--accounts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    writer = Writer(options.folder, options.seed)
    writer.write(options.accounts)
    writer.close()


if __name__ == "__main__":
    main()
