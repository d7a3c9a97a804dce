"""An audit on Spark is that of one process: relay-audit itself, on a cluster of two workers."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import programs
from spark import ROOT, Cluster, ancestors, ended, state_of, waited

sys.path.insert(0, str(ROOT / "Benchmarks"))
from measuring import material, process  # noqa: E402

PROGRAM = os.environ.get("RELAY_AUDIT", str(ROOT / ".build/release/relay-audit"))
# How many shards; and how many accounts are generated.
SHARDS = [int(each) for each in os.environ.get("SHARDS", "1,3,16").split(",")]
ACCOUNTS = int(os.environ.get("ACCOUNTS", "200000"))
DAYS = [f"2026-11-{day}T06:00:00Z" for day in (20, 21, 22)]
ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def plain(report):
    """A report without what no two runs share: ids and times of runs, and places in the ledger."""
    text = re.sub(ID, "ID", report.read_text())
    text = re.sub(r'"(started_at|finished_at)": ?"[^"]*"', r'"\1":"TIME"', text)
    return re.sub(r'"ledger": ?\{[^}]*\}', '"ledger":{}', text)


class AuditTests(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.stop)
        folder = tempfile.TemporaryDirectory(prefix="relay-audit-sample-")
        cls.addClassCleanup(folder.cleanup)
        cls.sample = pathlib.Path(folder.name) / "sample"
        subprocess.run([PROGRAM, "demo", cls.sample, "--accounts", "40", "--quiet"], check=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="relay-audit-scale-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "temporary").mkdir()

    def directly(self, inputs, config, day, store="direct.sqlite", out="direct"):
        words = [*(["--config", config] if config else []), "--as-of", day, "--format", "json", "--store",
                 self.folder / store, "--out", self.folder / out]
        return subprocess.run([PROGRAM, "audit", *inputs, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def words(self, inputs, config, day, shards, name, program=PROGRAM):
        given = [*(["--inputs", *inputs] if inputs else []), *(["--config", config] if config else [])]
        return [*given, "--as-of", day, "--work", self.folder / "work", "--store", self.folder / f"{name}.sqlite", "--out",
                self.folder / name, "--partitions", shards, "--binary", program, "--", "--format", "json"]

    def job(self, *words):
        return self.cluster.job(*words, temporary=self.folder / "temporary")

    def expect_same(self, one, other):
        self.assertEqual(plain(self.folder / one / "report.json"), plain(self.folder / other / "report.json"))
        lists = [self.folder / each / "flagged-accounts.csv" for each in (one, other)]
        self.assertEqual(*(each.read_bytes() if each.exists() else None for each in lists))

    def compare(self, nights):
        """Audits nights in one process, and on Spark in each number of shards, each with a store of its own; the last
        one once more in one process, by the store that Spark's nights left."""
        names = [f"spark-{shards}" for shards in SHARDS]
        for inputs, config, day in nights:
            direct = self.directly(inputs, config, day)
            self.assertLessEqual(direct.returncode, 2, direct.stderr)
            for shards, name in zip(SHARDS, names):
                with self.subTest(shards=shards, day=day):
                    job = self.job(*self.words(inputs, config, day, shards, name))
                    self.assertEqual(job.status, direct.returncode, job)
                    self.assertEqual(job.output.split("\n")[0], direct.stdout.split("\n")[0])
                    self.expect_same("direct", name)
        inputs, config, day = nights[-1]
        day = day.replace("T06", "T18")
        self.directly(inputs, config, day)
        for name in names:
            after = self.directly(inputs, config, day, f"{name}.sqlite", f"{name}-after")
            self.assertLessEqual(after.returncode, 2, after.stderr)
            self.expect_same("direct", f"{name}-after")
            verified = subprocess.run([PROGRAM, "verify", "--store", self.folder / f"{name}.sqlite"], capture_output=True)
            self.assertEqual(verified.returncode, 0, verified.stdout)

    def test_the_sample(self):
        config = self.sample / "relay-audit.yaml"
        self.compare([([], config, day) for day in DAYS[:2]])

    def test_further_samples(self):
        for config in sorted(self.sample.glob("more/*/relay-audit.yaml")):
            with self.subTest(sample=config.parent.name):
                for path in self.folder.glob("*.sqlite*"):
                    path.unlink()
                before = config.with_name("yesterday.yaml")
                nights = [([], before, "2026-11-19T06:00:00Z")] if before.exists() else []
                self.compare([*nights, ([], config, DAYS[0])])

    def test_nights_that_rotate(self):
        config = self.sample / "nights/relay-audit.yaml"
        self.compare([([self.sample / f"nights/{night}"], config, f"2026-11-{17 + night}T06:00:00Z") for night in (1, 2, 3)])

    def test_by_hand(self):
        """The shell of docs/scale.md, as it stands there."""
        page = (ROOT / "docs/scale.md").read_text()
        text = re.search(r"\n## By hand\n.*?\n```sh\n(.*?)```", page, re.DOTALL).group(1)
        os.symlink(os.path.abspath(PROGRAM), self.folder / "relay-audit")
        for day in DAYS[:2]:
            direct = self.directly([self.sample / "exports"], None, day)
            timed = text.replace("extract exports/", f"extract {self.sample}/exports --as-of {day}")
            self.assertIn(day, timed)
            hand = subprocess.run(["bash", "-c", timed], cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
            self.assertEqual(hand.returncode, direct.returncode, hand.stderr)
            self.assertFalse((self.folder / "run").exists())
            shutil.rmtree(self.folder / "by-hand", ignore_errors=True)
            os.rename(self.folder / "reports/out", self.folder / "by-hand")
            self.expect_same("direct", "by-hand")

    def generated(self):
        os.makedirs(process.WORK, mode=0o700, exist_ok=True)
        first = material.night("scale-1", ACCOUNTS).audit
        second = material.night("scale-2", ACCOUNTS, "--changed", "0.001").audit
        return [([first], None, DAYS[0]), ([second], None, DAYS[1]), ([second], None, DAYS[2])]

    def test_generated_accounts(self):
        self.compare(self.generated())

    def test_an_executor_is_killed_while_it_judges(self):
        night = self.generated()[0]
        direct = self.directly(*night)
        marks = self.folder / "marks"
        program = programs.stops_once(self.folder / "stops", [PROGRAM], 1, marks)
        job = self.cluster.start_job(*self.words(*night, 3, "spark", program), temporary=self.folder / "temporary")
        try:
            pid = int(waited(lambda: (marks / "pid").exists() and (marks / "pid").read_text(), 600))
            waited(lambda: state_of(pid) == "T")
            os.kill(next(above for above, words in ancestors(pid) if "CoarseGrainedExecutorBackend" in words), signal.SIGKILL)
            waited(lambda: state_of(pid) is None)
        except BaseException:
            job.terminate()
            raise
        job = ended(job)
        self.assertEqual(job.status, direct.returncode, job)
        self.assertGreater(len((marks / "calls").read_text().split()), 1, "the shard was judged once")
        self.expect_same("direct", "spark")

    def test_failures_leave_store_and_reports(self):
        config = self.sample / "relay-audit.yaml"
        good = self.words([], config, DAYS[0], 3, "spark")
        self.assertLessEqual(self.job(*good).status, 2)

        def left():
            return {path: path.read_bytes() for path in sorted(self.folder.glob("spark*/**/*")) if path.is_file()} | {
                path: path.read_bytes() for path in self.folder.glob("spark.sqlite")}

        before = left()
        self.assertGreater(len(before), 2)
        for make, status, text in [
            (programs.dies, 70, "ended by signal 11"), (programs.stops_reading, 65, ""), (programs.halves, 65, "merge"),
        ]:
            with self.subTest(program=make.__name__):
                program = make(self.folder / make.__name__, [PROGRAM], 0)
                job = self.job(*self.words([], config, DAYS[1], 3, "spark", program))
                self.assertEqual(job.status, status, job)
                self.assertIn(text, job.said[0])
                self.assertEqual(left(), before)
        # And the next night is what it would have been.
        self.assertLessEqual(self.directly([], config, DAYS[0]).returncode, 2)
        self.assertLessEqual(self.directly([], config, DAYS[1]).returncode, 2)
        self.assertLessEqual(self.job(*self.words([], config, DAYS[1], 3, "spark")).status, 2)
        self.expect_same("direct", "spark")

    def test_what_a_worker_lacks_is_missed_at_once(self):
        (self.folder / "c.yaml").write_text("waivers: waivers.yaml\n")
        (self.folder / "waivers.yaml").write_text("waivers: []\n")
        job = self.job(*self.words([self.sample], self.folder / "c.yaml", DAYS[0], 3, "unshipped"))
        self.assertEqual(job.status, 64, job)
        self.assertIn("--ship", job.errors)
        self.assertNotIn("extract", job.errors)

    def test_lines_among_the_work(self):
        """A line that is missing from what workers read, and one that is there twice: nothing is judged."""
        tampers = pathlib.Path(__file__).with_name("tampers.py")
        for change in ("remove", "repeat"):
            for name in ("records.ndjson", "state.ndjson"):
                config = self.sample / "relay-audit.yaml"
                self.directly([], config, DAYS[0], "spark.sqlite", "spark")
                shutil.rmtree(self.folder / "spark")
                words = self.words([], config, DAYS[1], 3, "spark")
                job = self.cluster.job(*words, temporary=self.folder / "temporary", script=[tampers, change, name])
                self.assertEqual(job.status, 65, job)
                self.assertIn(name, job.said[0])
                self.assertFalse((self.folder / "spark").exists())


if __name__ == "__main__":
    unittest.main()
