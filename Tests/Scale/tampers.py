"""The script, but that a line of a file among the work is gone or there twice: `tampers.py CHANGE FILE OPTION…`."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scale"))
import audit_on_spark  # noqa: E402

CHANGE, NAME = sys.argv[1:3]
del sys.argv[1:3]
upload = audit_on_spark.Audit.upload


def tampered(audit):
    upload(audit)
    path = pathlib.Path(audit.work.removeprefix("file://")) / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3:4] = [] if CHANGE == "remove" else lines[3:4] * 2
    path.write_bytes(b"".join(lines))
    # Else Hadoop says it first, of a local disk.
    path.with_name(f".{NAME}.crc").unlink(missing_ok=True)


audit_on_spark.Audit.upload = tampered
sys.exit(audit_on_spark.main())
