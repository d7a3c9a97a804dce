#!/usr/bin/env python3
"""Audits with relay-audit on Apache Spark: the report is that of one process, and many machines judge.

    audit_on_spark.py --master spark://HOST:7077 --inputs s3a://exports/2026-11-20 --work hdfs:///private/audit \\
        --store /var/lib/relay-audit/audit.sqlite --out reports/out --binary /usr/bin/relay-audit -- --fail-on medium

The driver runs `relay-audit extract`; Spark groups the lines by connected names and hands each shard to
`relay-audit audit --shard` on a worker, twice; the driver runs `relay-audit merge`, which writes the reports, the store
and the ledger entry. This script moves lines and knows nothing of what they say: docs/scale.md describes it.

What follows `--` are options of `relay-audit audit`. The exit status is that of `merge`: 0, 1 and 2 are results.
Otherwise nothing was written: 64 usage, 65 lines that are damaged, missing or there twice, 66 a missing input,
70 Spark or a program failed, 73 cannot write, 75 another run holds the store, 143, 130 or 129 ended by a signal.
"""

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import uuid

USAGE, DATA, NO_INPUT, DEFECT, CANNOT_WRITE = 64, 65, 66, 70, 73
RESULTS = (0, 1, 2)

# The options after `--` that `extract` takes, and those of them that no other command does.
OF_EXTRACT = {"--input", "--captured-at", "--project", "--verbose", "--log-format"}
OF_EXTRACT_ALONE = {"--input", "--captured-at"}
# Their values are files that workers need too, in the same words.
FILES = {"--waivers", "--baseline"}
# Options of `relay-audit` that this script gives itself.
OWN = {"--as-of", "--config", "--counts", "--for-shards", "--jobs", "--out", "--part", "--records", "--shard",
       "--shard-number", "--store", "--sums"}

# What a job needs, whatever the cluster's defaults are.
FIXED = {
    # A task that ran twice at a time would only cost: its lines count once.
    "spark.speculation": "false",
    # An output is moved to its place by the driver's leave, one attempt of a task alone.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    "spark.hadoop.outputCommitCoordination.enabled": "true",
    # Parts are read as they were written.
    "spark.hadoop.mapreduce.output.fileoutputformat.compress": "false",
    # Names that could not be read would leave one person in two shards, and no line would be missing.
    "spark.files.ignoreCorruptFiles": "false",
    "spark.files.ignoreMissingFiles": "false",
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
}
# What holds unless it is set.
DEFAULTS = {
    "spark.io.encryption.enabled": "true",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.hadoop.fs.permissions.umask-mode": "077",
}
# A shard of which the lines take about this many bytes is judged in seconds and little memory.
SHARD_BYTES = 256 << 20
MESSAGE_BYTES = 2000
# Java's words for a full disk.
NO_ROOM = "No space left on device"
# Seconds for Spark to stop in.
PATIENCE = 60


class Failure(Exception):
    """Why there is no result: a sentence for people, and the exit status."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Ended(BaseException):
    """A signal arrived."""


# --- On the workers ---------------------------------------------------------------------------------------------------

def die_with_parent():
    """A worker that is killed leaves no program behind (Linux)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def environment(temporary):
    """What a program gets of the environment: none of Spark's secrets."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TZ", "USER")
            if name in os.environ}
    return {**kept, "TMPDIR": temporary}


def unless_result(status):
    """The status of a failure: those of an audit's results are no program's to fail with."""
    return DEFECT if status in RESULTS else status


def tail(path):
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - MESSAGE_BYTES))
        return " ".join(file.read().decode("utf-8", "replace").split())


@contextlib.contextmanager
def task_folder():
    """A folder of the task's own. It lies in Spark's own folders, which go when the job ends, even if a task is killed."""
    above = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    folder = tempfile.mkdtemp(prefix="relay-audit-", dir=above if os.path.isdir(above) else None)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fed(rows, shard, sink):
    """Writes a shard's lines, the state's first and records in their order. How many there were of each."""
    counts, before = [0, 0], None
    for row in rows:
        if row.shard != shard:
            raise Failure(DATA, f"a line of shard {row.shard} was brought to shard {shard}")
        place = (row.part, row.line)
        if before is not None and place <= before:
            raise Failure(DATA, f"line {row.line} of {NAMES[row.part]} is there twice")
        before = place
        counts[row.part] += 1
        if sink.closed:
            continue
        try:
            sink.write(row.value)
            sink.write(b"\n")
        except BrokenPipeError:
            # Its exit status says why.
            with contextlib.suppress(BrokenPipeError):
                sink.close()
    is_read = not sink.closed
    try:
        # Writes what is left.
        sink.close()
    except BrokenPipeError:
        is_read = False
    return counts, is_read


def judged(rows, shard, shards, binary, words, files):
    """The lines of a shard's part, and at last one of this script's own, by which the driver knows that it is whole.

    `files` are written to the task's folder, which is the program's working folder: bytes by path."""
    with task_folder() as folder:
        os.mkdir(os.path.join(folder, "tmp"), 0o700)
        for path, content in files.items():
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)
        part, messages = os.path.join(folder, "part.ndjson"), os.path.join(folder, "messages")
        command = [binary, *words, "--shard", "-", "--shard-number", f"{shard}/{shards}", "--part", part]
        with open(os.open(messages, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as errors:
            try:
                process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, cwd=folder,
                    env=environment(os.path.join(folder, "tmp")), preexec_fn=die_with_parent)
            except OSError as error:
                raise Failure(NO_INPUT, f"a worker cannot run {binary}: {error.strerror}") from None
            try:
                counts, is_read = fed(rows, shard, process.stdin)
                status = process.wait()
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        who = f"relay-audit, judging shard {shard} of {shards},"
        if status < 0:
            raise Failure(DEFECT, f"{who} was ended by signal {-status}")
        if status:
            raise Failure(unless_result(status), f"{who} ended with status {status}: {tail(messages)}")
        if not is_read:
            raise Failure(DATA, f"{who} stopped before it had read its lines")
        if not os.path.exists(part):
            raise Failure(DATA, f"{who} wrote no part")
        source = open(part, "rb")
    # The file has no name any more. It is the generator's alone, and goes with it.
    with source:
        digest, written = hashlib.sha256(), 0
        for line in source:
            if not line.endswith(b"\n"):
                raise Failure(DATA, f"{who} wrote a part that breaks off within a line")
            digest.update(line)
            written += 1
            yield line[:-1]
        if not written:
            raise Failure(DATA, f"{who} wrote an empty part")
    yield json.dumps({"shard": shard, "state": counts[0], "records": counts[1], "lines": written,
                      "sha256": digest.hexdigest()}).encode()


def task(shards, binary, is_shipped, words, files):
    """What a worker does with a partition. `files` is a broadcast value."""
    def run(shard, rows):
        from pyspark import SparkFiles
        program = SparkFiles.get(os.path.basename(binary)) if is_shipped else binary
        try:
            yield from judged(rows, shard, shards, program, words, files.value)
        except Failure as failure:
            raise RuntimeError(f"{MARK}{failure.status}: {failure}{MARK}") from None
        except OSError as error:
            raise RuntimeError(f"{MARK}{CANNOT_WRITE}: shard {shard}: {error.strerror}{MARK}") from None
    return run


# Around a sentence that a worker sends to the driver in an exception's text.
MARK = "\u2402"
# The files of lines, by the number that a row has for them.
NAMES = ("state.ndjson", "records.ndjson")


# --- Who belongs together ---------------------------------------------------------------------------------------------

def components(edges, saved):
    """The smallest name of those with which each name is connected.

    Large-star and small-star in turn (Kiveris and others, "Connected components in MapReduce and beyond", 2014): the
    number of rounds grows with the logarithm of the longest chain. Each step is a minimum by name and a join, so that
    a name that a million lines share is a sum that Spark takes in parts and rows that it streams, and no list anywhere.

    - edges: `big` and `small`, two names of a line as longs, `big` the larger one. Repetitions do no harm.
    - saved: keeps a data frame where no worker's end can take it, and reads it again. Without it, each round would
      compute all before it anew. It may remove those that are named after it, once it is there.
    - returns: `name` and `root`, without names that are their own root; and how many rounds it took.
    """
    from pyspark.sql import functions as F

    def least(edges):
        return edges.groupBy(F.col("big").alias("of")).agg(F.min("small").alias("least"))

    edges, rounds = saved(edges), 0
    while True:
        rounds += 1
        # Large-star: what is larger than a name goes to the least one around it.
        around = edges.join(least(edges), F.col("small") == F.col("of"), "left")
        larger = saved(around.groupBy("big", F.coalesce("least", "small").alias("small")).agg(
            F.bool_or(F.col("least").isNotNull()).alias("is_moved")))
        # Small-star: what is smaller than a name, and the name itself, goes to the least one.
        below = larger.join(least(larger), F.col("big") == F.col("of"))
        is_other = F.col("small") > F.col("least")
        edges = saved(
            below.groupBy(F.when(is_other, F.col("small")).otherwise(F.col("big")).alias("big"), F.col("least").alias("small"))
            .agg(F.bool_or(F.col("is_moved") | is_other).alias("is_moved")), edges, larger)
        if edges.where("is_moved").isEmpty():
            # Each name has one edge, and it leads to a name that has none: that is its root.
            return edges.select(F.col("big").alias("name"), F.col("small").alias("root")), rounds


def lines(spark, path, part):
    """The lines of a file: `part`, `line`, `names` as longs, and `value`, the bytes as they stand."""
    from pyspark.sql import functions as F

    # Lines end with "\n" alone: a value may hold what Spark would take for the end of a line otherwise.
    text = spark.read.option("lineSep", "\n").text(path)
    read = text.withColumn("read", F.from_json("value", "line bigint, names array<string>"))
    bits = ("transform(read.names, name -> shiftleft(cast(conv(substring(name, 1, 8), 16, 10) as bigint), 32)"
            " | cast(conv(substring(name, 9, 8), 16, 10) as bigint))")
    is_whole = "read.line is not null and read.names is not null and forall(read.names, n -> n rlike '^[0-9a-f]{16}$')"
    return read.select(
        F.lit(part).alias("part"), F.col("read.line").alias("line"), F.expr(f"coalesce({is_whole}, false)").alias("whole"),
        F.expr(f"case when {is_whole} then {bits} end").alias("names"), F.col("value").cast("binary").alias("value"))


def shards(lines, connected, count, spark):
    """The lines with their shard, each partition one shard, by its number, the state first and records in order.

    A group's shard follows from its root as Spark spreads rows over partitions, so that the lines move once. Lines
    without a name go to shard 0."""
    from pyspark.sql import functions as F

    def shard_of(column):
        return F.pmod(F.hash(column), F.lit(count))

    first = spark.range(0, 1 << 30).where(shard_of(F.col("id")) == 0).first().id
    named = lines.withColumn("first", F.array_min("names"))
    return (named.join(connected, F.col("first") == F.col("name"), "left")
            .withColumn("key", F.coalesce("root", "first", F.lit(first).cast("bigint")))
            .select("key", "part", "line", "value")
            .repartition(count, "key").sortWithinPartitions("part", "line")
            .select(shard_of(F.col("key")).alias("shard"), "part", "line", "value"))


# --- Locations that Spark can read ------------------------------------------------------------------------------------

class Locations:
    """Files by Spark's own connectors: Hadoop's FileSystem."""

    def __init__(self, spark):
        self.jvm = spark.sparkContext._jvm
        self.configuration = spark.sparkContext._jsc.hadoopConfiguration()

    def path(self, location):
        return self.jvm.org.apache.hadoop.fs.Path(location)

    def system(self, location):
        return self.path(location).getFileSystem(self.configuration)

    @contextlib.contextmanager
    def about(self, location, status=NO_INPUT):
        """Says which location a failure is about."""
        from py4j.protocol import Py4JJavaError
        try:
            yield
        except Py4JJavaError as error:
            said = reason(error)
            raise Failure(CANNOT_WRITE if NO_ROOM in said else status, f"{location}: {said}") from None

    def make_private(self, location):
        with self.about(location, CANNOT_WRITE):
            system, path = self.system(location), self.path(location)
            mode = self.jvm.org.apache.hadoop.fs.permission.FsPermission("700")
            system.mkdirs(path, mode)
            system.setPermission(path, mode)

    def put(self, local, location):
        with self.about(location, CANNOT_WRITE):
            self.system(location).copyFromLocalFile(
                True, True, self.path(f"file://{local}"), self.path(location))

    def get(self, location, local, status=NO_INPUT):
        """Without a checksum file beside it: as it is there."""
        with self.about(location, status):
            os.makedirs(os.path.dirname(local), 0o700, exist_ok=True)
            self.system(location).copyToLocalFile(False, self.path(location), self.path(f"file://{local}"), True)
            os.chmod(local, 0o600)

    def remove(self, location):
        """Whether there was one."""
        return self.system(location).delete(self.path(location), True)

    def get_input(self, location, folder):
        """Copies a file, or all below a folder, to a path that is the same each night: sources are known by their paths.
        Files keep their time, which may say when they were captured. The path in `folder`."""
        with self.about(location):
            system = self.system(location)
            top = system.getFileStatus(self.path(location)).getPath()
            files = system.listFiles(top, True)
            while files.hasNext():
                status = files.next()
                local = os.path.join(folder, local_path(status.getPath().toUri()))
                self.get(status.getPath().toString(), local)
                os.utime(local, ns=(status.getModificationTime() * 1_000_000,) * 2)
            return local_path(top.toUri())


def local_path(uri):
    """Of an input that was copied: the bucket or host, and the path, without what would lead out of the folder."""
    parts = f"{uri.getAuthority() or ''}/{uri.getPath()}".split("/")
    return "/".join(part for part in parts if part not in ("", ".", ".."))


def is_local(location):
    return not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:/", location)


def causes(error):
    """Java's exception, and what it was caused by: the root of it all is the last."""
    exception = error.java_exception
    while exception is not None:
        yield exception
        exception = exception.getCause()


def reason(error):
    """What Java says, in a line and without its stack."""
    exception = list(causes(error))[-1]
    text = exception.getMessage() or exception.getClass().getName()
    return " ".join(text.split("\n")[0].split())


# --- On the driver ----------------------------------------------------------------------------------------------------

class Audit:
    """One audit. `folder` is a private one on the driver, `work` one of the job's own among what Spark can read."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.spark = self.locations = self.tidying = None
        self.work = f"{options.work.rstrip('/')}/relay-audit-{uuid.uuid4().hex}"
        # Whether nothing of the job's is among the work, and whether somebody was told otherwise.
        self.is_clear, self.has_warned = True, False
        # The places of data frames that are kept among the work.
        self.kept = {}
        self.run_folder = os.path.join(folder, "run")
        # Of `NAMES`, how many lines were written; and the bytes of all.
        self.expected, self.size = [0, 0], 0

    @property
    def remote(self):
        """The inputs that Spark's connectors have to bring."""
        return [each for each in self.options.inputs if not is_local(each)]

    def say(self, text):
        if not self.options.quiet:
            print(f"audit_on_spark: {text}", file=sys.stderr, flush=True)

    def program(self, *words, cwd=None):
        """Runs relay-audit on the driver. Its messages are the script's."""
        process = self.started(words, cwd)
        try:
            status = process.wait()
        except Ended:
            process.terminate()
            # It ends within a second or so, having written nothing that counts.
            process.wait()
            raise
        self.check(status, words)

    def last_program(self, *words):
        """Runs the one that writes the store and the reports. Its exit status.

        A signal is handed on to it, and what comes of that is its to say: once the store has the run, it completes the
        reports, and ends as if nothing had happened."""
        process = self.started(words, None)
        for number in SIGNALS:
            signal.signal(number, lambda number, _: process.send_signal(number))
        status = process.wait()
        if status - 128 in SIGNALS:
            raise Ended(status - 128)
        if status not in RESULTS:
            self.check(status, words)
        return status

    def started(self, words, cwd, **streams):
        words = [self.options.binary, *words]
        try:
            return subprocess.Popen(words, cwd=cwd, preexec_fn=die_with_parent, **streams)
        except OSError as error:
            raise Failure(NO_INPUT, f"{words[0]} cannot be run: {error.strerror}") from None

    def check(self, status, words):
        if status < 0:
            raise Failure(DEFECT, f"relay-audit {words[0]} was ended by signal {-status}")
        if status:
            raise Failure(unless_result(status), f"relay-audit {words[0]} ended with status {status}")

    def check_options(self):
        """Refuses at once what the merge, or a worker, would refuse hours later."""
        for path in (self.options.store, self.options.out):
            if path:
                check_writable(os.path.dirname(path))
        if (said := self.refusal(self.config, self.folder)) is not None:
            raise Failure(USAGE, said)
        if not self.options.config:
            return
        # As a worker has it.
        folder = os.path.join(self.folder, "worker")
        for name, path in self.settings_files().items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), 0o700, exist_ok=True)
            shutil.copyfile(path, os.path.join(folder, name))
        if (said := self.refusal(self.config_of_workers, folder)) is not None:
            raise Failure(USAGE, f"workers have nothing beside the configuration but what --ship names: {said}")

    def refusal(self, config, folder):
        """What relay-audit says of the options after `--` and of the configuration; None where it takes them."""
        nowhere = os.path.join(self.folder, "nowhere")
        words = ["audit", "--records", nowhere, *config, *self.judging, "--store", f"{nowhere}.sqlite",
                 "--out", f"{nowhere}-else"]
        process = self.started(words, folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
        _, errors = process.communicate()
        # There are no records, which is another status.
        if process.returncode != USAGE:
            return None
        said = " ".join(errors[:MESSAGE_BYTES].decode("utf-8", "replace").split())
        return said.removeprefix("relay-audit: error: ").removeprefix("Error: ")

    @property
    def config(self):
        return ["--config", self.options.config] if self.options.config else []

    @property
    def config_of_workers(self):
        return ["--config", f"settings/{os.path.basename(self.options.config)}"] if self.options.config else []

    @property
    def judging(self):
        """The options after `--` without those of reading."""
        return apart(self.options.passed, OF_EXTRACT_ALONE)[1]

    def extract(self):
        """Reads all inputs, and what the store knows, on this machine."""
        inputs, cwd = self.options.inputs, None
        if self.remote:
            cwd = os.path.join(self.folder, "inputs")
            os.mkdir(cwd, 0o700)
            inputs = [os.path.abspath(each) if is_local(each) else self.locations.get_input(each, cwd) for each in inputs]
            for given, path in zip(self.options.inputs, inputs):
                # The other commands and the workers would not know it.
                if not self.options.config and os.path.exists(os.path.join(cwd, path, CONFIGURATION)):
                    raise Failure(USAGE, f"{given} has a {CONFIGURATION}: bring it here, and name it by --config")
        given = {"--store": self.options.store, "--as-of": self.options.as_of}
        own = apart(self.options.passed, OF_EXTRACT)[0]
        self.program("extract", *inputs, *self.config, *own,
                     *(word for name, value in given.items() if value for word in (name, value)),
                     "--out", self.run_folder, "--for-shards", *([] if "--verbose" in own else ["--quiet"]), cwd=cwd)
        if cwd:
            shutil.rmtree(cwd)

    def upload(self):
        """Moves the lines where workers can read them. What is about no person goes with each task instead."""
        self.is_clear = False
        self.locations.make_private(self.work)
        self.expected, self.size = [], 0
        for name in NAMES:
            path = os.path.join(self.run_folder, name)
            self.expected.append(count_lines(path))
            self.size += os.path.getsize(path)
            self.locations.put(path, f"{self.work}/{name}")

    def saved(self, frame, *done):
        """A data frame, kept among the work. Those of before that are done with go, once it is there."""
        path = f"{self.work}/names/{uuid.uuid4().hex}"
        frame.write.parquet(path)
        for each in done:
            place = self.kept.pop(each)
            with self.locations.about(place, CANNOT_WRITE):
                self.locations.remove(place)
        kept = self.spark.read.schema(frame.schema).parquet(path)
        self.kept[kept] = path
        return kept

    def spread(self):
        """The shards, as rows in partitions."""
        from pyspark.sql import functions as F

        every = lines(self.spark, f"{self.work}/{NAMES[0]}", 0).union(lines(self.spark, f"{self.work}/{NAMES[1]}", 1))
        found = {row.part: row for row in every.groupBy("part").agg(
            F.count(F.lit(1)).alias("count"), F.min("line").alias("least"), F.max("line").alias("most"),
            F.count_if(~F.col("whole")).alias("damaged")).collect()}
        for part, name in enumerate(NAMES):
            row, expected = found.get(part), self.expected[part]
            count = row["count"] if row else 0
            if row and row.damaged:
                raise Failure(DATA, f"{name} has {row.damaged} lines among the work that are damaged")
            if count != expected or row and (row.least, row.most) != (1, expected):
                raise Failure(DATA, f"{name} has {count} lines among the work, and {expected} were written: "
                              f"the lines are numbered from {row and row.least} to {row and row.most}")
        edges = every.where("size(names) > 1").select(F.array_min("names").alias("small"), F.explode("names").alias("big"))
        connected, rounds = components(edges.where("big <> small"), self.saved)
        self.say(f"{self.expected[1]} records, {self.expected[0]} lines of state; names connected in {rounds} rounds")
        # Of a plan that adapts to what it finds, nothing is left where there are no lines; a shard without lines is one.
        self.spark.conf.set("spark.sql.adaptive.enabled", "false")
        rows = shards(every, connected, self.options.partitions, self.spark).rdd
        if rows.getNumPartitions() != self.options.partitions:
            raise Failure(DEFECT, f"Spark made {rows.getNumPartitions()} partitions of {self.options.partitions}")
        return rows

    def settings_files(self):
        """The configuration and what is shipped with it, by the path in a task's folder."""
        options, paths = self.options, {}
        if options.config:
            paths[f"settings/{os.path.basename(options.config)}"] = options.config
        for given in options.ship:
            for path in files_below(given):
                paths[os.path.join("settings", os.path.relpath(path, os.path.dirname(options.config)))] = path
        return paths

    def files(self, sums=None):
        """What each task needs besides its lines, by its path in the task's folder."""
        paths = {f"run/{name}": os.path.join(self.run_folder, name) for name in ("sources.json", "skeleton.sqlite")}
        paths |= self.settings_files()
        for number, word in enumerate(self.judging):
            if number and self.judging[number - 1] in FILES:
                paths[f"given/{number}"] = word
        if sums:
            paths["sums"] = sums
        contents = {}
        for name, path in paths.items():
            with open(path, "rb") as file:
                contents[name] = file.read()
        return contents

    def round(self, name, rows, *words, sums=None):
        """Judges each shard, and brings the parts here. The parts' paths, in order."""
        options, start = self.options, time.monotonic()
        cores = self.spark.sparkContext.getConf().get("spark.task.cpus", "1")
        contents = self.files(sums)
        given = [f"given/{number}" if f"given/{number}" in contents else word for number, word in enumerate(self.judging)
                 if word not in ("--quiet", "--verbose")]
        words = ["audit", "--records", "run", *self.config_of_workers, "--jobs", cores, "--quiet", *given, *words,
                 *(["--sums", "sums"] if sums else [])]
        files = self.spark.sparkContext.broadcast(contents)
        run = task(options.partitions, options.binary, options.ship_binary, words, files)
        rows.mapPartitionsWithIndex(run).saveAsTextFile(f"{self.work}/{name}")
        files.destroy()
        parts, counts = [], [0, 0]
        for shard in range(options.partitions):
            part = os.path.join(self.folder, name, f"{shard}.ndjson")
            self.locations.get(f"{self.work}/{name}/part-{shard:05}", part, DEFECT)
            told = without_trailer(part, shard)
            counts = [counts[0] + told["state"], counts[1] + told["records"]]
            parts.append(part)
        if counts != self.expected:
            raise Failure(DATA, f"{counts[1]} records and {counts[0]} lines of state were judged, and {self.expected[1]} "
                          f"and {self.expected[0]} written")
        size = sum(os.path.getsize(part) for part in parts)
        self.say(f"{name}: {options.partitions} shards, {size} bytes in {time.monotonic() - start:.1f} s")
        return parts

    def judge(self):
        """All between the lines among the work and the last merge: the paths of the parts, and of the sums."""
        options = self.options
        if options.ship_binary:
            self.spark.sparkContext.addFile(options.binary)
        if not options.partitions:
            options.partitions = max(self.spark.sparkContext.defaultParallelism, -(-self.size // SHARD_BYTES))
        if "spark.sql.shuffle.partitions" not in dict(self.spark.sparkContext.getConf().getAll()):
            self.spark.conf.set("spark.sql.shuffle.partitions", options.partitions)
        rows = self.spread()
        sums = os.path.join(self.folder, "sums")
        parts = self.round("counts", rows, "--counts")
        self.program("merge", "--records", self.run_folder, *parts, *self.config, *self.judging,
                     "--sums", sums, "--counts")
        return self.round("verdicts", rows, sums=sums), sums

    def merge(self, parts, sums):
        """Exit status of the merge."""
        places = [word for name in ("store", "out") if (value := getattr(self.options, name))
                  for word in (f"--{name}", value)]
        return self.last_program("merge", "--records", self.run_folder, *parts, *self.config, *self.judging, *places,
                                 "--sums", sums)

    def run(self):
        """The cluster is held while it has work, since reading and merging may take hours. Exit status of the merge."""
        self.check_options()
        if self.remote:
            self.enter_cluster()
        self.extract()
        if not self.remote:
            self.enter_cluster()
        self.upload()
        parts, sums = self.judge()
        self.leave_cluster()
        return self.merge(parts, sums)

    def enter_cluster(self):
        self.spark = session(settings(self.options), self.folder)
        # Spark has set one of its own, which ends jobs alone.
        heed_signals()
        check_session(self.spark.sparkContext.getConf(), self.options.trusted_network)
        self.locations = Locations(self.spark)

    def leave_cluster(self):
        """Stops Spark, and removes what is among the work. May be called again."""
        if self.spark is None:
            return
        if self.tidying is None:
            # In a thread of its own, which has a connection of its own to Java: that of this one may still wait for a
            # job.
            self.tidying = threading.Thread(target=self.tidy_up, daemon=True)
            self.tidying.start()
        self.tidying.join(PATIENCE)
        if not self.is_clear and not self.has_warned:
            self.has_warned = True
            print(f"audit_on_spark: warning: {self.work} may still have personal data: remove it", file=sys.stderr)

    def tidy_up(self):
        with contextlib.suppress(Exception):
            self.spark.stop()
        # A task that was not done may write for a moment yet.
        for _ in range(5):
            if self.is_clear:
                return
            with contextlib.suppress(Exception):
                self.is_clear = not self.locations.remove(self.work)
            time.sleep(0 if self.is_clear else 0.3)


def check_writable(folder):
    """Whether a folder is there, or can be made, and takes files."""
    while not os.path.lexists(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Failure(CANNOT_WRITE, f"{folder} cannot be written: {error.strerror}; name another --store or --out")


def count_lines(path):
    count, last = 0, b"\n"
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            count, last = count + block.count(b"\n"), block[-1:]
    if last != b"\n":
        raise Failure(DATA, f"{path} breaks off within a line")
    return count


def files_below(path):
    if not os.path.isdir(path):
        return [path]
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)


def without_trailer(path, shard):
    """Takes the task's own line off a part, and holds the part against it."""
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.seek(max(0, size - 4096))
        last = file.read().rstrip(b"\n").rsplit(b"\n", 1)[-1]
        try:
            told = json.loads(last)
            is_told = told.keys() == {"shard", "state", "records", "lines", "sha256"} and told["shard"] == shard
        except (ValueError, AttributeError):
            is_told = False
        if is_told:
            file.truncate(size - len(last) - 1)
            file.seek(0)
            digest, count = hashlib.sha256(), 0
            while block := file.read(1 << 20):
                digest.update(block)
                count += block.count(b"\n")
            is_told = told["lines"] == count and told["sha256"] == digest.hexdigest()
    if not is_told:
        raise Failure(DATA, f"the part of shard {shard} is not what its task wrote")
    return told


def apart(words, names):
    """The options of `names` with their values, and all others."""
    found, rest, is_found = [], [], False
    for word in words:
        if word.startswith("--"):
            is_found = word.split("=", 1)[0] in names
        (found if is_found else rest).append(word)
    return found, rest


# --- The command ------------------------------------------------------------------------------------------------------

CONFIGURATION = "relay-audit.yaml"


def found_config(inputs):
    """The configuration that `extract` finds by itself. The other commands and the workers have to be told of it."""
    paths = [os.path.join(folder, CONFIGURATION) for folder in inputs if is_local(folder) and os.path.isdir(folder)]
    found = list(dict.fromkeys(os.path.realpath(path) for path in paths if os.path.exists(path)))
    if len(found) > 1:
        raise Failure(USAGE, f"{' and '.join(found)} belong to different audits: name one by --config")
    return next((path for path in [*found, CONFIGURATION] if os.path.exists(path)), None)


def usage(text):
    raise Failure(USAGE, f"{text}; --help lists the options")


def parse(words):
    own, passed = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = usage
    add = parser.add_argument
    add("--master", help="Spark's master (default: spark-submit's, or its configuration's)")
    add("--inputs", nargs="+", default=[], metavar="LOCATION", help="files and folders: local, hdfs://, s3a://, gs://")
    add("--config", metavar="FILE", help="the configuration of relay-audit; its `inputs` are read as well")
    add("--ship", nargs="+", default=[], metavar="PATH",
        help="what the configuration names and workers need, such as a folder of rules; below its own folder")
    add("--work", required=True, metavar="LOCATION", help="where lines and parts lie while the job runs, with personal data")
    add("--store", metavar="FILE", help="the history")
    add("--out", metavar="FOLDER", help="the folder of reports")
    add("--partitions", type=int, metavar="N", help="how many shards (default: by the bytes of the lines, one a core at least)")
    add("--binary", default="relay-audit", metavar="PATH", help="relay-audit, here and on the workers")
    add("--ship-binary", action="store_true", help="send it to the workers, which have none")
    add("--as-of", metavar="TIME", help="the time of the audit, in RFC 3339 (default: now)")
    add("--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of Spark's; can be repeated")
    add("--properties-file", metavar="FILE", help="settings of Spark's, such as secrets: a line each, KEY VALUE")
    add("--trusted-network", action="store_true",
        help="let personal data cross a network that Spark does not encrypt, since something else does")
    add("--quiet", action="store_true", help="print errors and the summary of a gate that does not pass alone")
    options = parser.parse_args(own)
    for word in passed:
        if word.split("=", 1)[0] in OWN:
            raise Failure(USAGE, f"{word} is given to relay-audit by this script; name it before `--`, if at all")
        if word.split("=", 1)[0] == "--views":
            raise Failure(USAGE, "--views is not there where people are judged in shards")
    options.config = options.config or found_config(options.inputs)
    if not options.inputs and not options.config:
        raise Failure(USAGE, "nothing to audit: name --inputs or a --config with inputs")
    if options.ship and not options.config:
        raise Failure(USAGE, "--ship is for what a configuration names; name it by --config")
    if options.partitions is not None and options.partitions < 1:
        raise Failure(USAGE, "--partitions must be at least 1")
    if not options.store and any(not is_local(each) for each in options.inputs):
        raise Failure(USAGE, "inputs that are copied are read in another folder: name the --store")
    if options.ship_binary:
        options.binary = shutil.which(options.binary) or options.binary
    if os.path.dirname(options.binary):
        options.binary = os.path.abspath(options.binary)
    for name in ("config", "store", "out"):
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
    options.ship = [os.path.abspath(each) for each in options.ship]
    for path in options.ship:
        if not path.startswith(os.path.dirname(options.config) + os.sep):
            raise Failure(USAGE, f"{path} is not below the folder of {options.config}")
    if is_local(options.work):
        options.work = "file://" + os.path.abspath(options.work)
    # A file's path is a word of its own, and its place on a worker may take that.
    options.passed = [part for word in passed
                      for part in (word.split("=", 1) if word.split("=", 1)[0] in FILES else [word])]
    files = [word for before, word in zip(options.passed, options.passed[1:]) if before in FILES]
    for path in options.ship + files:
        if not os.path.exists(path):
            raise Failure(NO_INPUT, f"{path} is not there")
    if options.quiet:
        options.passed.append("--quiet")
    return options


def settings(options):
    """Spark's settings: those of spark-submit, the file's, the command's, and what the job needs."""
    from pyspark import SparkConf
    conf = SparkConf()
    try:
        if options.properties_file:
            with open(options.properties_file, encoding="utf-8") as file:
                for line in file:
                    if line.strip() and not line.lstrip().startswith("#"):
                        name, value = re.match(r"\s*([^\s=]+)(?:\s*=\s*|\s+)(.*?)\s*$", line).groups()
                        conf.set(name, value)
    except (OSError, AttributeError, UnicodeDecodeError):
        raise Failure(USAGE, f"{options.properties_file} cannot be read: a line is KEY VALUE") from None
    for setting in options.conf:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Failure(USAGE, f"--conf {setting} is not KEY=VALUE")
        conf.set(name, value)
    if options.master:
        conf.setMaster(options.master)
    for name, value in FIXED.items():
        if conf.get(name, value).lower() != value:
            raise Failure(USAGE, f"{name} has to be {value} for this job")
        conf.set(name, value)
    for name, value in DEFAULTS.items():
        conf.setIfMissing(name, value)
    # What is not said here may be said by the cluster's spark-defaults.conf.
    check_encryption(conf, options.trusted_network, "true")
    return conf.setAppName("relay-audit")


def session(conf, folder):
    """Spark's session. Its settings may be secret, and whoever is on this machine may read a command line: Java, unless
    spark-submit has started it, gets them by a file in `folder`, beside those of the cluster's spark-defaults.conf."""
    from pyspark.sql import SparkSession
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return SparkSession.builder.config(conf=conf).getOrCreate()
    path = os.path.join(folder, "spark.conf")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        for name, value in conf.getAll():
            escaped = value.replace("\\", "\\\\").replace("\n", "\\n")
            file.write(f"{name} {escaped}\n")
    words = os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell")
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"--properties-file {shlex.quote(path)} --load-spark-defaults {words}"
    return SparkSession.builder.getOrCreate()


def check_session(conf, is_trusted):
    """Before any line moves. The settings in force come from more places than this script sees."""
    for name, value in FIXED.items():
        if conf.get(name, "").lower() != value:
            raise Failure(USAGE, f"{name} has to be {value} for this job")
    check_encryption(conf, is_trusted, "false")


def check_encryption(conf, is_trusted, default):
    """- default: what counts for Spark's own authentication and encryption where nothing is said of them."""
    def is_on(name, default):
        return conf.get(name, default).lower() == "true"

    is_encrypted = is_on("spark.network.crypto.enabled", default) or is_on("spark.ssl.rpc.enabled", "false")
    is_safe = is_on("spark.authenticate", default) and is_encrypted
    if not conf.get("spark.master", "local").startswith("local") and not is_safe and not is_trusted:
        raise Failure(USAGE, "personal data would cross the network in the clear: set spark.authenticate and "
                      "spark.network.crypto.enabled, or say --trusted-network")


def told_by(error):
    """What a worker said, and otherwise Spark."""
    # Of a task that writes files, the outer exception says no more than that the job was aborted.
    for exception in causes(error):
        if said := re.search(f"{MARK}(\\d+): (.*?){MARK}", exception.getMessage() or "", re.DOTALL):
            return Failure(int(said.group(1)), said.group(2))
    return Failure(DEFECT, f"Spark failed: {reason(error)}")


def audit(options):
    try:
        from py4j.protocol import Py4JError, Py4JJavaError
        from pyspark.errors import PySparkException
    except ImportError:
        raise Failure(NO_INPUT, "PySpark is not installed here: docs/scale.md says how") from None

    folder = tempfile.mkdtemp(prefix="relay-audit-spark-")
    job = Audit(options, folder)
    try:
        return job.run()
    except Py4JJavaError as error:
        raise told_by(error) from None
    except (PySparkException, Py4JError, ConnectionError) as error:
        raise Failure(DEFECT, f"Spark failed: {' '.join(str(error).split())[:MESSAGE_BYTES]}") from None
    finally:
        # What is left is to tidy up, which takes a second.
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        shutil.rmtree(folder, ignore_errors=True)
        job.leave_cluster()


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def heed_signals():
    def end(number, _):
        raise Ended(number)

    for number in SIGNALS:
        signal.signal(number, end)


def main():
    os.umask(0o077)
    heed_signals()
    try:
        return audit(parse(sys.argv[1:]))
    except Failure as failure:
        print(f"audit_on_spark: error: {failure}", file=sys.stderr)
        return failure.status
    except OSError as error:
        print(f"audit_on_spark: error: {error.filename or 'a file'}: {error.strerror}", file=sys.stderr)
        return CANNOT_WRITE
    except Ended as ended:
        print("audit_on_spark: ended by a signal; nothing was written", file=sys.stderr)
        return 128 + ended.args[0]
    except Exception as error:  # Python's own status for it, 1, would be that of a gate that fails.
        place = traceback.extract_tb(error.__traceback__)[-1]
        print(f"audit_on_spark: error: a defect: {type(error).__name__} in {place.filename}, line {place.lineno}",
              file=sys.stderr)
        return DEFECT


if __name__ == "__main__":
    sys.exit(main())
