import CognitoClient
import CognitoFlows
import Foundation
import Testing

/// Where an app's configuration file is looked for.
struct ConfigurationSearchTests {
    /// Whoever starts a program chooses its working directory; a file there must not say where passwords go.
    @Test func workingDirectoryIsNotLookedAt() throws {
        let folder = FileManager.default.currentDirectoryPath
        try #require(folder != Bundle.main.bundleURL.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        try #require(!names.isEmpty)
        #expect(CognitoConfiguration.path(named: names.filter { $0.contains(".") && !$0.hasPrefix(".") }) == nil)
    }

    /// The control: a file beside the program is found.
    @Test func fileBesideTheProgramIsFound() throws {
        let folder = Bundle.main.bundleURL.path
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(CognitoConfiguration.path(named: ["no-such-file.json", name]) == "\(folder)/\(name)")
    }

    /// The files of an app are not always at the root of its bundle.
    @Test func everyFolderIsLookedAtForTheFirstName() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let folders = ["resources", "bundle"].map { root.path + "/" + $0 }
        for folder in folders {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let files = [folders[0] + "/second.json", folders[1] + "/first.json"]
        for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
        #expect(CognitoConfiguration.path(named: ["first.json", "second.json"], in: folders) == files[1])
        #expect(CognitoConfiguration.path(named: ["second.json"], in: folders) == files[0])
    }
}
