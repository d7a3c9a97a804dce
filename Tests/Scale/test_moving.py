"""Lines are moved whole, and failures change nothing: the script on a cluster, with a stand-in for relay-audit."""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import programs
from spark import Cluster, ancestors, ended, state_of, waited

STAND_IN = [sys.executable, pathlib.Path(__file__).with_name("stand_in.py")]


class MovingTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.stop)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="relay-audit-moving-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = programs.plain(self.folder / "program", STAND_IN)
        self.write(random.Random(5), 500)
        (self.folder / "temporary").mkdir()

    def write(self, draw, count):
        names = [f"{draw.getrandbits(64):016x}" for _ in range(count // 2)]
        with open(self.folder / "in.ndjson", "w") as file:
            for _ in range(count):
                chosen = draw.sample(names, draw.choice([0, 1, 1, 2]))
                file.write(json.dumps({"names": chosen, "text": "é\u2028🍎\r\n" + "x" * draw.randrange(2000)}) + "\n")

    def words(self, *more, program=None, shards=3):
        return ["--inputs", self.folder / "in.ndjson", "--work", self.folder / "work", "--out", self.folder / "out", "--store",
                self.folder / "store", "--binary", program or self.program, "--partitions", shards, *more]

    def job(self, *more, **chosen):
        return self.cluster.job(*self.words(*more, **chosen), temporary=self.folder / "temporary")

    def expect_nothing_left(self):
        for name in ("work", "temporary"):
            left = [path for path in (self.folder / name).rglob("*") if path.is_file() and "hsperf" not in str(path)]
            self.assertEqual(left, [], name)
        self.assertEqual(self.cluster.left(), [])

    def expect_no_result(self, job, status, *texts):
        self.assertEqual(job.status, status, job)
        for text in texts:
            self.assertIn(text, job.said[0], job)
        self.assertNotIn("xxxx", job.errors, "a line is in a message")
        self.assertFalse((self.folder / "out").exists())
        self.assertFalse((self.folder / "store").exists())
        self.expect_nothing_left()

    def test_lines_are_moved_whole(self):
        reports = []
        for shards in (1, 3, 16):
            with self.subTest(shards=shards):
                for name in ("store", "out/report.json"):
                    (self.folder / name).unlink(missing_ok=True)
                job = self.job(shards=shards)
                self.assertEqual(job.status, 1, job)
                first = (self.folder / "out/report.json").read_text()
                # A second night, with state.
                job = self.job(shards=shards)
                self.assertEqual(job.status, 1, job)
                reports.append((first, (self.folder / "out/report.json").read_text()))
                self.assertNotIn('"state":0', reports[-1][1])
                self.expect_nothing_left()
        self.assertEqual(len(set(reports)), 1)
        lines = [json.loads(line) for line in reports[0][0].split("\n")[1:-1]]
        given = [json.loads(line) for line in (self.folder / "in.ndjson").read_text().split("\n")[:-1]]
        self.assertEqual([(line["names"], line["text"]) for line in lines], [(line["names"], line["text"]) for line in given])

    def test_a_name_that_many_share(self):
        with open(self.folder / "in.ndjson", "w") as file:
            for number in range(100_000):
                file.write(json.dumps({"names": ["00000000000000ff", f"{number + 256:016x}"]}) + "\n")
        job = self.job(shards=4)
        self.assertEqual(job.status, 1, job)

    def test_no_lines_at_all(self):
        (self.folder / "in.ndjson").write_text("")
        job = self.job(shards=3)
        self.assertEqual(job.status, 1, job)

    def test_the_program_is_sent(self):
        job = self.job("--ship-binary")
        self.assertEqual(job.status, 1, job)

    def test_inputs_that_spark_reads(self):
        """They are copied, known by a path that is the same each night, and keep their time."""
        os.utime(self.folder / "in.ndjson", (1.7e9, 1.7e9))
        words = self.words()
        looks = programs.script(self.folder / "looks", f"""[ "$1" = extract ] && stat -c %Y "$2" > {self.folder}/time
exec {programs.words(STAND_IN)} "$@"
""")
        words[1] = f"file://{self.folder}/in.ndjson"
        words[words.index("--binary") + 1] = looks
        job = self.cluster.job(*words, temporary=self.folder / "temporary")
        self.assertEqual(job.status, 1, job)
        report = json.loads((self.folder / "out/report.json").read_text().split("\n")[0])
        self.assertEqual(report["inputs"], [str(self.folder)[1:] + "/in.ndjson"])
        self.assertEqual((self.folder / "time").read_text(), "1700000000\n")
        self.expect_nothing_left()

    def killed(self, of):
        marks = self.folder / "marks"
        program = programs.stops_once(self.folder / "stops", STAND_IN, 1, marks)
        job = self.cluster.start_job(*self.words(program=program), temporary=self.folder / "temporary")
        try:
            pid = int(waited(lambda: (marks / "pid").exists() and (marks / "pid").read_text()))
            waited(lambda: state_of(pid) == "T")
            executor = next(above for above, words in ancestors(pid) if "CoarseGrainedExecutorBackend" in words)
            victim = executor if of == "executor" else next(
                above for above, words in ancestors(pid) if "worker.Worker" in words)
            os.kill(victim, signal.SIGKILL)
            if victim != executor:
                os.kill(executor, signal.SIGKILL)
            waited(lambda: state_of(pid) is None)
            job = ended(job)
        finally:
            if isinstance(job, subprocess.Popen) and job.poll() is None:
                job.kill()
                job.communicate()
        self.assertEqual(job.status, 1, job)
        self.assertGreater(len((marks / "calls").read_text().split()), 1, "it was judged once")
        killed_one = (self.folder / "out/report.json").read_text()
        for name in ("store", "out/report.json"):
            (self.folder / name).unlink()
        if of == "worker":
            self.cluster.clear(victim)
            self.cluster.add_worker()
        self.expect_nothing_left()
        self.assertEqual(self.job().status, 1)
        self.assertEqual(killed_one, (self.folder / "out/report.json").read_text())

    def test_an_executor_is_killed(self):
        self.killed("executor")

    def test_a_worker_is_killed(self):
        self.killed("worker")

    def test_a_program_that_dies(self):
        program = programs.dies(self.folder / "dies", STAND_IN, 1)
        self.expect_no_result(self.job(program=program), 70, "shard 1 of 3", "ended by signal 11")

    def test_a_program_that_complains(self):
        program = programs.complains(self.folder / "complains", STAND_IN, 2, 65, "error: line 7 is damaged")
        self.expect_no_result(self.job(program=program), 65, "shard 2 of 3", "status 65", "line 7 is damaged")

    def test_a_program_that_stops_early(self):
        program = programs.stops_reading(self.folder / "stops", STAND_IN, 0)
        self.expect_no_result(self.job(program=program), 65, "shard 0 of 3", "before it had read its lines")

    def test_half_a_part(self):
        program = programs.halves(self.folder / "halves", STAND_IN, 0)
        job = self.job(program=program)
        self.expect_no_result(job, 65, "merge", "status 65")
        self.assertIn("the part of shard 0 is not whole", job.errors)

    def test_no_program(self):
        job = self.job(program=self.folder / "nowhere")
        self.expect_no_result(job, 66, "nowhere")

    def test_lines_that_were_not_written(self):
        """A line of the run's folder that is missing, there twice, or damaged."""
        for change, text in [
            ("sed -i 5d", "499"), ("sed -i 5p", "501 lines"), ("sed -i '5p;6d'", "twice"),
            ("sed -i '5s/names/nemas/'", "damaged"),
        ]:
            with self.subTest(change=change):
                program = programs.script(self.folder / "tampers", f"""{programs.words(STAND_IN)} "$@" || exit
[ "$1" = extract ] && for word; do [ "$before" = --out ] && {change} "$word/records.ndjson"; before="$word"; done
exit 0
""")
                job = self.job(program=program)
                self.expect_no_result(job, 65, "" if text[0].isdigit() else text)

    def test_a_signal_ends_it(self):
        marks = self.folder / "marks"
        program = programs.stops_once(self.folder / "stops", STAND_IN, 1, marks)
        job = self.cluster.start_job(*self.words(program=program), temporary=self.folder / "temporary")
        pid = int(waited(lambda: (marks / "pid").exists() and (marks / "pid").read_text()))
        job.send_signal(signal.SIGTERM)
        job = ended(job, 60)
        self.assertEqual(job.status, 143, job)
        waited(lambda: state_of(pid) is None)
        self.assertFalse((self.folder / "store").exists())
        self.expect_nothing_left()

    def test_what_is_refused(self):
        for words, text in [
            (["--conf", "spark.speculation=true"], "spark.speculation has to be false"),
            (["--conf", "spark.network.crypto.enabled=false"], "in the clear"),
            (["--conf", "spark.sql.files.ignoreCorruptFiles=true"], "spark.sql.files.ignoreCorruptFiles has to be false"),
            (["--", "--store", "x"], "--store is given"),
            (["--", "--views", "x"], "--views is not there"),
            (["--", "--no-such"], "no such option"),
        ]:
            self.expect_no_result(self.job(*words), 64, text)
        self.expect_no_result(self.job("--", "--waivers", self.folder / "nowhere.yaml"), 66, "nowhere.yaml is not there")
        file = self.folder / "file"
        file.touch()
        self.expect_no_result(self.job("--store", file / "store"), 73, "file cannot be written")

    def test_settings_of_the_cluster_count(self):
        """Those of spark-defaults.conf: what it leaves open is refused, and what it sets need not be said again."""
        settings = self.folder / "conf"
        settings.mkdir()
        shutil.copy(self.cluster.properties, settings / "spark-defaults.conf")
        nothing = self.folder / "nothing.conf"
        nothing.touch()
        words = ["--properties-file", nothing, *self.words()]
        job = self.cluster.job(*words, temporary=self.folder / "temporary", SPARK_CONF_DIR=settings)
        self.assertEqual(job.status, 1, job)
        for name in ("store", "out/report.json", "out"):
            path = self.folder / name
            path.rmdir() if path.is_dir() else path.unlink()
        with open(settings / "spark-defaults.conf", "a") as file:
            file.write("spark.network.crypto.enabled false\n")
        job = self.cluster.job(*words, temporary=self.folder / "temporary", SPARK_CONF_DIR=settings)
        self.assertIn(job.status, (64, 70), job)
        self.assertFalse((self.folder / "out").exists())

    def test_two_configurations(self):
        for name in ("one", "two"):
            (self.folder / name).mkdir()
            (self.folder / name / "relay-audit.yaml").write_text("")
        job = self.job("--inputs", self.folder / "one", self.folder / "two")
        self.expect_no_result(job, 64, "belong to different audits")

    def test_a_program_that_fails_as_an_audit_would(self):
        """Its status is no result."""
        program = programs.complains(self.folder / "complains", STAND_IN, 2, 1, "error: out of order")
        self.expect_no_result(self.job(program=program), 70, "shard 2 of 3", "status 1")

    def test_the_secret_is_on_no_command_line(self):
        secret = re.search("secret ([0-9a-f]+)", self.cluster.properties.read_text()).group(1)
        marks = self.folder / "marks"
        program = programs.stops_once(self.folder / "stops", STAND_IN, 1, marks)
        job = self.cluster.start_job(*self.words(program=program), temporary=self.folder / "temporary")
        pid = int(waited(lambda: (marks / "pid").exists() and (marks / "pid").read_text()))
        lines = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                lines.append(path.read_bytes().decode("utf-8", "replace"))
        os.kill(pid, signal.SIGCONT)
        job = ended(job)
        self.assertEqual(job.status, 1, job)
        self.assertTrue(any("SparkSubmit" in line for line in lines) and any("Executor" in line for line in lines))
        self.assertFalse(any(secret in line for line in lines))

    def test_a_wrong_secret(self):
        job = self.cluster.job(*self.words("--conf", "spark.authenticate.secret=guessed"), temporary=self.folder / "temporary")
        self.assertEqual(job.status, 70, job)


if __name__ == "__main__":
    unittest.main()
