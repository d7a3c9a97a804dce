// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "relay-audit",
  // Exact versions: a lock file is not kept, and two machines must build the same program.
  dependencies: [
    // Flags, subcommands, help, completions and the manual page.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // SHA-256 of sources, reports and finding ids; HMAC for `--pii hashed`.
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    // Diagnostics on standard error, as text or as JSON.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    // SQLite: connections and migrations.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // Apple's signed notifications and identity tokens, verified with the keys of a JWKS file.
    .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    // Configuration, waivers, rule metadata and rule cases.
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // C interfaces to system libraries, as thin as they can be.
    .target(
      name: "CSimdJSON",
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
      linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CMemory"),
    // Checksums of the store's pages.
    .target(name: "CPages", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    // Signals, and extended attributes of files.
    .target(name: "CPlatform"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // The directory, decompression and checksums of `.xlsx` workbooks, which are ZIP archives.
    .systemLibrary(name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    // Writes `.xlsx` workbooks row by row, in constant memory.
    .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The rooms, in the order in which data goes through them.
    .target(name: "Timestamps"),
    .target(name: "Vocabulary", dependencies: ["Timestamps"]),
    .target(name: "Platform", dependencies: ["CPlatform"]),
    .target(
      name: "Storage",
      dependencies: [
        "CMemory",
        "CPages",
        "Platform",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "Evidence",
      dependencies: [
        "CMemory", "Platform", "Storage", "Timestamps",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "History",
      dependencies: [
        "Evidence", "Platform", "Storage", "Timestamps", "Vocabulary",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "Intake",
      dependencies: [
        "CLibXML2", "CLibZip", "CPCRE2", "CSimdJSON", "CZlib", "Evidence", "Platform", "Timestamps",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ]),
    .target(
      name: "Judgement",
      dependencies: [
        "Evidence", "Platform", "Storage", "Timestamps", "Vocabulary",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Yams", package: "Yams"),
      ],
      // Tests read and run queries hundreds of thousands of times, one for each mutant in each case.
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))],
      plugins: ["EmbedFiles"]),
    .target(
      name: "Reporting",
      dependencies: [
        "CLibXML2", "CXLSXWriter", "Platform", "Timestamps", "Vocabulary",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      plugins: ["EmbedFiles"]),
    .target(
      name: "Run",
      dependencies: [
        "CZlib", "Evidence", "History", "Intake", "Judgement", "Platform", "Reporting", "Storage", "Timestamps",
        "Vocabulary",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Yams", package: "Yams"),
      ]),
    .target(
      name: "Demo",
      dependencies: ["CZlib", "Timestamps", "Vocabulary", .product(name: "Crypto", package: "swift-crypto")]),
    .executableTarget(
      name: "relay-audit",
      dependencies: [
        "CMemory", "Demo", "Evidence", "History", "Intake", "Judgement", "Platform", "Reporting", "Run", "Timestamps",
        "Vocabulary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Writes `rules/` and `reports/` into the modules that use them, so that a copied binary works alone.
    .executableTarget(name: "embed-files"),
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"]),

    .testTarget(name: "TimestampsTests", dependencies: ["Timestamps"]),
    .testTarget(
      name: "RunTests",
      dependencies: [
        "Evidence", "History", "Intake", "Judgement", "Platform", "PythonScripts", "Reporting", "Run", "Storage",
        "Timestamps", "Vocabulary",
      ],
      exclude: ["Mutation/survivors.yaml", "RuleCases/verified.txt"]),
    .testTarget(
      name: "JudgementTests",
      dependencies: ["Evidence", "History", "Judgement", "Platform", "Prose", "Storage", "Timestamps", "Vocabulary"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Effort", "Prose", "PythonScripts", "Reporting", "Timestamps", "Vocabulary",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      exclude: ["Golden", "Kept"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Demo", "History", "PythonScripts", "Run", "Storage", "relay-audit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
        "Timestamps", .product(name: "Yams", package: "Yams"),
      ],
      exclude: ["Fixtures", "Scenarios"]),
    .testTarget(name: "DemoTests", dependencies: ["Demo", "Prose", "Timestamps", "relay-audit"]),
    // Accounts that own their texts, for the tests of two rooms.
    .target(name: "AccountFixtures", dependencies: ["Evidence", "Timestamps"], path: "Tests/AccountFixtures"),
    // What a thread spends of the processor, for the tests of three rooms.
    .target(name: "Effort", path: "Tests/Effort"),
    // What sentences for people must not have, for the tests of two rooms.
    .target(name: "Prose", path: "Tests/Prose"),
    // Scripts beside the tests, for the tests of three rooms.
    .target(name: "PythonScripts", path: "Tests/PythonScripts"),
    .testTarget(
      name: "EvidenceTests",
      dependencies: ["AccountFixtures", "Demo", "Effort", "Evidence", "History", "Storage", "Timestamps"]),
    .testTarget(
      name: "HistoryTests",
      dependencies: ["AccountFixtures", "Demo", "Evidence", "History", "Storage", "Timestamps", "Vocabulary"]),
    .testTarget(name: "PlatformTests", dependencies: ["Platform"]),
    .testTarget(name: "StorageTests", dependencies: ["Storage"]),
    .testTarget(
      name: "IntakeTests",
      dependencies: ["AccountFixtures", "CZlib", "Demo", "Effort", "Evidence", "Intake", "Timestamps"]),
  ],
  cxxLanguageStandard: .cxx17
)

// scripts/package names a folder of archives, which are linked in place of the system's shared libraries.
if let folder = Context.environment["RELAY_AUDIT_ARCHIVES"],
  let program = package.targets.first(where: { $0.name == "relay-audit" })
{
  program.linkerSettings = [.unsafeFlags(["-L\(folder)", "-Xclang-linker", "-static-libgcc"])]
}

// `scripts/test` builds in the release configuration: in a debug build, the parser of arguments checks all of them anew
// for each, which is half of what an audit of a test takes. Our own code is not optimised where that takes longer than
// it saves.
let isForTests = Context.environment["RELAY_AUDIT_TESTS"] != nil
let optimised: Set = ["Timestamps", "Vocabulary", "Platform", "Storage", "Judgement", "Reporting"]
// In batches of files: the largest target, which is the last one, is then compiled on all cores.
let unoptimised = ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"]

for target in package.targets where ![.system, .plugin].contains(target.type) && !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .unsafeFlags(["-warnings-as-errors"]),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  guard isForTests else { continue }
  target.swiftSettings?.append(.unsafeFlags(["-enable-testing"] + (optimised.contains(target.name) ? [] : unoptimised)))
  // Each use of a connection is checked to come from the thread that owns it (`Connection.Handover`).
  if target.name == "Storage" { target.swiftSettings?.append(.define("CHECKS_OWNERS")) }
}

// The fuzzer's targets (`scripts/fuzz`), which no other build has. The variable is the path of libFuzzer's library
// without a `main`. With it, all that reads input from outside counts its branches, and AddressSanitizer watches it.
if let library = Context.environment["RELAY_AUDIT_FUZZ"] {
  let readers: Set = [
    "CPages", "CSimdJSON", "Timestamps", "Vocabulary", "Storage", "Evidence", "History", "Intake", "Judgement", "Run",
  ]
  for target in package.targets where target.type == .regular {
    guard readers.contains(target.name) else { continue }
    if target.name.hasPrefix("C") {
      target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
      target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
    } else {
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
    }
  }
  for target in package.targets where target.type == .regular && !target.name.hasPrefix("C") {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-enable-testing", "-assert-config", "Debug"])]
  }
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "relay-audit-fuzz",
      dependencies: [
        "AccountFixtures", "CFuzzer", "CZlib", "Evidence", "History", "Intake", "Judgement", "Platform", "Reporting",
        "Run", "Storage", "Timestamps",
      ],
      path: "Fuzz/Programs",
      swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-warnings-as-errors"])],
      linkerSettings: [.unsafeFlags(["-sanitize=address", library]), .linkedLibrary("stdc++")]),
  ]
}
