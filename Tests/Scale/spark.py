"""A standalone cluster on this machine, and the script on it."""

import atexit
import contextlib
import ctypes
import os
import pathlib
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pyspark

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scale/audit_on_spark.py"
HOME = pathlib.Path(pyspark.__file__).parent
PATIENCE = 300




def end(*_):
    raise KeyboardInterrupt


# So that what tests clean up is cleaned up.
for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, end)


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "_SPARK_"))}
    return {**kept, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m",
            "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}


def waited(what, seconds=PATIENCE):
    """The first value of `what` that counts."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := what():
            return value
        time.sleep(0.05)
    raise AssertionError(f"it did not happen within {seconds} s: {what}")


class Cluster:
    """A master and workers of one core each, on 127.0.0.1, with a secret that only they know. Ends what it started."""

    def __init__(self, workers=2):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="relay-audit-cluster-"))
        self.processes, self.workers = [], []
        # A signal ends unittest without the cleaning up of classes.
        atexit.register(self.stop)
        self.properties = self.folder / "spark.conf"
        self.properties.touch(0o600)
        self.properties.write_text(
            f"spark.authenticate true\nspark.authenticate.secret {secrets.token_hex(32)}\n"
            "spark.network.crypto.enabled true\nspark.master.rest.enabled false\n"
            "spark.driver.host 127.0.0.1\nspark.driver.bindAddress 127.0.0.1\nspark.executor.memory 1g\n"
            "spark.driver.memory 1g\n")
        try:
            log = self.start("master", "org.apache.spark.deploy.master.Master", "--port", "0")
            found = waited(lambda: re.search(r"Starting Spark master at (spark://\S+)", log.read_text()))
            self.master = found.group(1)
            for number in range(workers):
                self.add_worker()
        except BaseException:
            self.stop()
            raise

    def start(self, name, kind, *words):
        log = self.folder / f"{name}.log"
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [HOME / "bin/spark-class", kind, "--host", "127.0.0.1", "--webui-port", "0",
                 "--properties-file", self.properties, *words],
                stdout=output, stderr=output, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=die_with_parent,
                env={**environment(), "SPARK_LOCAL_DIRS": str(self.folder / f"{name}-local")})
        self.processes.append(process)
        return log

    def add_worker(self):
        number = len(self.workers)
        log = self.start(f"worker-{number}", "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "1g",
                         "--work-dir", str(self.folder / f"work-{number}"), self.master)
        self.workers.append(self.processes[-1])
        waited(lambda: "Successfully registered with master" in log.read_text())

    def clear(self, pid):
        """Removes what a killed worker leaves, as whoever runs the cluster has to: no process of Spark does."""
        number = [worker.pid for worker in self.workers].index(pid)
        for name in (f"work-{number}", f"worker-{number}-local"):
            shutil.rmtree(self.folder / name)

    def left(self):
        """Files that a job left on the workers, but for Spark's own logs."""
        return [path for path in self.folder.rglob("*") if path.is_file() and "relay-audit-" in path.parent.name
                and path.parent != self.folder]

    def stop(self):
        for process in reversed(self.processes):
            # The group has its executors, and their programs.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_job(self, *words, temporary=None, script=(SCRIPT,), **variables):
        """The script, not waited for. Its own temporary files, and those of Spark on the driver, lie in `temporary`."""
        places = {"TMPDIR": str(temporary), "SPARK_LOCAL_DIRS": str(temporary)} if temporary else {}
        places |= {name: str(value) for name, value in variables.items()}
        words = [sys.executable, *script, "--master", self.master, "--properties-file", self.properties, *words]
        return subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                stdin=subprocess.DEVNULL, env={**environment(), **places}, preexec_fn=die_with_parent)

    def job(self, *words, **options):
        """The script, to its end: exit status, standard output and error."""
        return ended(self.start_job(*words, **options))


class Ended:
    def __init__(self, status, output, errors):
        self.status, self.output, self.errors = status, output, errors

    @property
    def said(self):
        """The script's own last words."""
        return [line for line in self.errors.splitlines() if line.startswith("audit_on_spark: error: ")][-1:]

    def __repr__(self):
        return f"status {self.status}\n{self.output[-2000:]}\n{self.errors[-6000:]}"


def ended(job, seconds=600):
    try:
        output, errors = job.communicate(timeout=seconds)
    except BaseException:
        job.terminate()
        job.communicate()
        raise
    return Ended(job.returncode, output, errors)


def ancestors(pid):
    """The processes above one, nearest first: id and command line."""
    while pid > 1:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            return
        pid = int(fields[1])
        with contextlib.suppress(FileNotFoundError):
            yield pid, pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def state_of(pid):
    """`T` of a process that is stopped, and none of one that is not there, or dead."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return None
    return None if state == "Z" else state
