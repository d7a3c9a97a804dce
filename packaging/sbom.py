"""What is linked into the program, as SPDX 2.3 JSON (https://spdx.github.io/spdx-spec/v2.3/)."""

import datetime
import hashlib
import json
import re
import urllib.parse
import uuid

SPACE = uuid.UUID("5f0ddc0c-5d1c-4b0b-9d34-0a7b7f1e3a52")


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def purl(component):
    """https://github.com/package-url/purl-spec"""
    version = urllib.parse.quote(component.version, safe="~")
    if component.debian_source:
        return f"pkg:deb/debian/{component.debian_source}@{version}?arch=source"
    match = re.match(r"https://github\.com/([^/]+)/([^/]+?)(?:\.git)?$", component.url)
    if match and not component.within:
        return f"pkg:swift/github.com/{match[1]}/{match[2]}@{version}"
    return None


def document(binary: bytes, version: str, epoch: int, components) -> str:
    """The same inputs give the same text."""
    digest = hashlib.sha256(binary).hexdigest()
    program = {
        "SPDXID": "SPDXRef-relay-audit", "name": "relay-audit", "versionInfo": version, "supplier": "NOASSERTION",
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION", "primaryPackagePurpose": "APPLICATION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
    }
    packages, relations = [program], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-relay-audit")]
    for component in components:
        package = {
            "SPDXID": identifier(component.name), "name": component.name, "versionInfo": component.version,
            "supplier": "Organization: Debian" if component.debian_source else "NOASSERTION",
            "downloadLocation": component.url, "filesAnalyzed": False, "licenseConcluded": component.licence,
            "licenseDeclared": component.licence, "copyrightText": "NOASSERTION", "primaryPackagePurpose": "LIBRARY",
        }
        if component.within:
            package["comment"] = f"As {component.within} {component.version} holds it."
            del package["versionInfo"]
            relations.append((identifier(component.within), "CONTAINS", package["SPDXID"]))
        else:
            relations.append(("SPDXRef-relay-audit", "STATIC_LINK", package["SPDXID"]))
        reference = purl(component)
        if reference:
            package["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference}]
        packages.append(package)
    packages.append({
        "SPDXID": "SPDXRef-glibc", "name": "glibc", "supplier": "NOASSERTION", "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": "LGPL-2.1-or-later", "licenseDeclared": "LGPL-2.1-or-later",
        "copyrightText": "NOASSERTION", "primaryPackagePurpose": "LIBRARY",
        "comment": "The machine's own; it is no part of the package.",
    })
    relations.append(("SPDXRef-relay-audit", "DYNAMIC_LINK", "SPDXRef-glibc"))
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"relay-audit-{version}",
        "documentNamespace": f"https://relay-audit.invalid/spdx/{uuid.uuid5(SPACE, version + digest)}",
        "creationInfo": {"created": created, "creators": ["Tool: relay-audit scripts/package"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations],
    }, indent=2) + "\n"
