import ArgumentParser
import Crypto
import GRDB
import Logging
import Yams
print("hello")
