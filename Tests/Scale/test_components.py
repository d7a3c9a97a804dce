"""Who belongs together, against a plain union-find."""

import collections
import math
import random
import shutil
import sys
import tempfile
import unittest
import uuid

from spark import ROOT, environment

sys.path.insert(0, str(ROOT / "scale"))
import audit_on_spark  # noqa: E402


def roots(edges):
    above = {}

    def root(name):
        while (next_ := above.setdefault(name, name)) != name:
            above[name] = above[next_]
            name = next_
        return name

    for one, other in edges:
        one, other = root(one), root(other)
        above[max(one, other)] = min(one, other)
    return {name: root(name) for name in above if root(name) != name}


class ComponentTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import os
        os.environ.update(environment())
        from pyspark.sql import SparkSession
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.spark = (SparkSession.builder.master("local[2]").config("spark.sql.shuffle.partitions", 2)
                     .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").getOrCreate())
        cls.addClassCleanup(cls.spark.stop)
        cls.random = random.Random(22)
        # The places of data frames.
        cls.kept = {}

    def saved(self, frame, *done):
        path = f"{self.folder.name}/{uuid.uuid4().hex}"
        frame.write.parquet(path)
        for each in done:
            shutil.rmtree(self.kept.pop(each))
        kept = self.spark.read.schema(frame.schema).parquet(path)
        self.kept[kept] = path
        return kept

    def check(self, edges, most_rounds):
        pairs = [(max(edge), min(edge)) for edge in edges]
        frame = self.spark.createDataFrame(pairs, "big bigint, small bigint")
        found, rounds = audit_on_spark.components(frame, self.saved)
        rows = [(row.name, row.root) for row in found.collect()]
        self.assertEqual(len(rows), len(dict(rows)), "a name has two roots")
        self.assertEqual(dict(rows), roots(pairs))
        self.assertLessEqual(rounds, most_rounds)
        return rounds

    def names(self, count):
        return [self.random.randrange(-2**63, 2**63) for _ in range(count)]

    def test_none(self):
        self.assertEqual(self.check([], 1), 1)

    def test_a_pair(self):
        self.assertEqual(self.check([(1, -(2**63))], 1), 1)

    def test_chains_take_rounds_by_their_logarithm(self):
        # In order, against it, and mixed: labels decide how long a chain takes.
        names = self.names(10_000)
        for order in (sorted(names), sorted(names, reverse=True), names):
            self.check(list(zip(order, order[1:])), math.ceil(math.log2(len(names))) + 2)

    def test_zigzags(self):
        names = sorted(self.names(10_000))
        half = len(names) // 2
        order = [name for pair in zip(names[:half], names[half:]) for name in pair]
        self.check(list(zip(order, order[1:])), math.ceil(math.log2(len(names))) + 2)

    def test_stars(self):
        names = sorted(self.names(100_000))
        for hub in (names[0], names[-1], names[len(names) // 2]):
            self.check([(hub, name) for name in names if name != hub], 4)

    def test_stars_in_a_chain(self):
        names = self.names(20_000)
        hubs = names[:100]
        edges = list(zip(hubs, hubs[1:])) + [(self.random.choice(hubs), name) for name in names[100:]]
        self.check(edges, 12)

    def test_rings_and_bundles(self):
        edges = []
        for size in (3, 4, 5, 64, 1000):
            names = self.names(size)
            edges += list(zip(names, names[1:] + names[:1]))
        edges += edges[:50]
        self.check(edges, 12)

    def test_random_graphs(self):
        for nodes, count in [(50, 30), (500, 400), (5000, 2500), (5000, 20_000), (20_000, 20_000)]:
            names = self.names(nodes)
            edges = [self.random.sample(names, 2) for _ in range(count)]
            self.check([edge for edge in edges if edge[0] != edge[1]], 14)

    def test_shards_hold_groups_and_order(self):
        """Each group in one shard, nameless lines in shard 0, the state first and records in order; bytes untouched."""
        names = [f"{self.random.getrandbits(64):016x}" for _ in range(300)]
        # What would end a line for others than us, and bytes that are no UTF-8.
        odd = [b'"a\\r\\n"', '"\u2028\u0085\x7f"'.encode(), b'"\xff\xfe\xed\xa0\x80"', b'"x"\r', "\U0001f34e".encode().join([b'"'] * 2)]
        files = [[], []]
        for part, count in ((0, 400), (1, 2000)):
            for line in range(1, count + 1):
                few = self.random.sample(names, self.random.choice([0, 1, 1, 1, 2]))
                text = ",".join(f'"{name}"' for name in few).encode()
                files[part].append(b'{"line":%d,"names":[%s],"x":%s}' % (line, text, self.random.choice(odd)))
        frames = []
        for part, each in enumerate(files):
            path = f"{self.folder.name}/{part}.ndjson"
            with open(path, "wb") as file:
                file.write(b"".join(line + b"\n" for line in each))
            frames.append(audit_on_spark.lines(self.spark, path, part))
        every = frames[0].union(frames[1]).cache()
        self.assertEqual(every.where("not whole").count(), 0)
        import pyspark.sql.functions as F
        edges = every.where("size(names) > 1").select(F.array_min("names").alias("small"), F.explode("names").alias("big"))
        connected, _ = audit_on_spark.components(edges.where("big <> small"), self.saved)
        for count in (1, 3, 16):
            rows = audit_on_spark.shards(every, connected, count, self.spark).rdd
            self.assertEqual(rows.getNumPartitions(), count)
            shards = rows.glom().collect()
            whose, seen = {}, [[], []]
            for number, shard in enumerate(shards):
                places = [(row.part, row.line) for row in shard]
                self.assertEqual(places, sorted(places))
                for row in shard:
                    self.assertEqual(row.shard, number)
                    line = files[row.part][row.line - 1]
                    self.assertEqual(bytes(row.value), line)
                    seen[row.part].append(row.line)
                    own = [name for name in names if name.encode() in line]
                    self.assertTrue(own or number == 0)
                    for name in own:
                        self.assertEqual(whose.setdefault(name, number), number)
            for part in (0, 1):
                self.assertEqual(sorted(seen[part]), list(range(1, len(files[part]) + 1)))
            used = collections.Counter(whose.values())
            self.assertTrue(count == 1 or len(used) > 1)

    def test_damaged_lines_are_told(self):
        good = b'{"line":1,"names":["0123456789abcdef"],"x":{"names":["not one"]}}'
        bad = [b"", b"{}", b"[1]", b'{"line":"x","names":[]}', b'{"line":2}', b'{"line":2,"names":["0123456789abcde"]}',
               b'{"line":2,"names":["0123456789ABCDEF"]}', b'{"line":2,"names":[null]}', b'{"line":2,"names":[],"x":"']
        path = f"{self.folder.name}/damaged.ndjson"
        with open(path, "wb") as file:
            file.write(b"\n".join([good, *bad]) + b"\n")
        rows = audit_on_spark.lines(self.spark, path, 1).collect()
        self.assertEqual([bytes(row.value) for row in rows], [good, *bad])
        self.assertEqual([row.whole for row in rows], [True] + [False] * len(bad))
        self.assertEqual(rows[0].names, [0x0123456789abcdef])


if __name__ == "__main__":
    unittest.main()
