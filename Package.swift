// swift-tools-version: 6.2
// Targets are in layer order: each may use only those above it, which `scripts/check` enforces.

import Glibc
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For code that runs once, or at the pace of keys or the network: it is better small than fast, and builds sooner.
let small = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Links `names` as archives, which cost nothing at start. If the system has none (Fedora), links the first as a
/// shared library.
func archives(_ names: String...) -> [LinkerSetting] {
  #if arch(arm64)
    let folders = ["/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
  #else
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"]
  #endif
  let areThere = names.allSatisfy { name in folders.contains { access("\($0)/lib\(name).a", R_OK) == 0 } }
  return areThere ? names.map { .linkedLibrary(":lib\($0).a") } : [.linkedLibrary(names[0])]
}

let package = Package(
  name: "liner",
  products: [
    .executable(name: "liner", targets: ["liner"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Declarations, samples and tables, so that the program stays one file; and an address parser.
    .target(name: "CEmbedded"),
    .target(name: "Domain", dependencies: ["CEmbedded"], exclude: ["titles.txt"], swiftSettings: settings),
    .target(name: "CCurl"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "Disk", dependencies: ["Domain"], swiftSettings: small),
    // Linked as an archive, which costs nothing at start; `pkgConfig` would link the shared library.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Wire",
      dependencies: [
        "Domain", "Disk", "CCurl", "CSQLite", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Data/Wire", exclude: ["entities.txt", "Downloads/endings.txt"],
      swiftSettings: small,
      linkerSettings: archives("sqlite3")),
    .systemLibrary(name: "CDigest", providers: [.apt(["libmd-dev"])]),
    .target(
      name: "Catalogs", dependencies: ["Domain", "Disk", "Wire", "CExpat", "CDigest"], path: "Sources/Data/Catalogs",
      exclude: [
        "Declared/Declarations", "Declared/keys.txt", "Declared/draft.txt", "Declared/language.json",
        "Declared/names.txt", "Feeds/Tables",
        "Crosswalk/services.json",
        "ITunes/Tables",
      ],
      swiftSettings: small,
      linkerSettings: archives("md")),
    .target(
      name: "Sample", dependencies: ["Domain", "Wire"], path: "Sources/Data/Sample", exclude: ["Catalogs"],
      swiftSettings: small),
    .target(
      name: "Presentation", dependencies: ["Domain"], exclude: ["Commands/commands.txt", "Commands/topics.txt"],
      swiftSettings: settings),
    .systemLibrary(name: "CEditline", providers: [.apt(["libedit-dev"])]),
    .target(
      name: "Terminal",
      dependencies: ["Domain", "Disk", "Presentation", "CEditline"],
      swiftSettings: small,
      // In Debian, libedit's archive needs those of bsd and md.
      linkerSettings: archives("edit", "bsd", "md") + [.linkedLibrary("tinfo")]),
    .executableTarget(
      name: "liner",
      dependencies: [
        "Domain", "Disk", "Wire", "Catalogs", "Sample", "Presentation", "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["manual.txt"],
      swiftSettings: small,
      // Nothing looks up symbols in the program, so code that is never called can be left out.
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
      ]),

    .executableTarget(
      name: "prompt-driver",
      dependencies: ["Disk", "Presentation", "Terminal"],
      path: "Tests/PromptDriver",
      swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: ["Domain", "Disk", "Presentation", .product(name: "FlyingSocks", package: "FlyingFox")],
      path: "Tests/TestSupport",
      exclude: ["Tables"],
      swiftSettings: settings),
    .testTarget(
      name: "DomainTests", dependencies: ["Domain", "TestSupport"], exclude: ["Tables"], swiftSettings: settings),
    .testTarget(name: "DiskTests", dependencies: ["Disk", "Domain", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "DataTests", dependencies: ["Wire", "Catalogs", "Sample", "Disk", "Domain", "CSQLite", "TestSupport"],
      exclude: ["Cases", "Tables", "Declared/Tables"],
      swiftSettings: settings),
    .testTarget(
      name: "PresentationTests",
      dependencies: ["Presentation", "Domain", "TestSupport"],
      exclude: ["Stories", "Tables"],
      swiftSettings: settings),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "Presentation", "Disk", "Domain", "Wire", "TestSupport", "liner", "prompt-driver"],
      exclude: ["Screens", "Tables"],
      swiftSettings: settings),
    // These two take minutes: `scripts/test` skips them, `scripts/test --all` does not.
    .testTarget(
      name: "FuzzTests", dependencies: ["Disk", "Wire", "Catalogs", "Sample", "Domain", "Presentation", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "LongTests", dependencies: ["Domain", "TestSupport", "liner"], swiftSettings: settings),
    .testTarget(
      name: "SessionTests",
      dependencies: ["Wire", "Catalogs", "Sample", "Domain", "Presentation", "TestSupport", "liner"],
      exclude: ["Sessions", "Declared", "Shell", "Tables"],
      swiftSettings: settings),
  ]
)
