import FlowCore
import Foundation
import TestSupport
import Testing

@Suite("flowc pool --data")
struct PoolDataTests {
    /// A folder that goes with its test.
    private final class Folder: Sendable {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("pool-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var file: String { path + "/pool.json" }
        var drafts: [String] { PackageFiles.names(in: path).filter { $0.hasSuffix(".new") } }
    }

    private static let signIn =
        #"{"ClientId":"app-client","AuthFlow":"USER_PASSWORD_AUTH","AuthParameters":{"USERNAME":"ana","PASSWORD":"Passw0rd!"}}"#

    @Test("a second process ends with 2 and says why; the first goes on, and a killed one is in nobody's way")
    func twoProcesses() async throws {
        let folder = try Folder()
        let first = try PoolProcess(data: folder.file)
        let flow = PackageFiles.absolute("flows/amplify.flow.xml")
        for arguments in [["pool", "--data", folder.file], ["run", flow, "--json", "--data", folder.file]] {
            let outcome = try await Terminal.run([Terminal.executable.path] + arguments)
            #expect(outcome.code == 2, "\(arguments)")
            let errors = String(decoding: outcome.errors, as: UTF8.self)
            #expect(errors.contains("\(folder.file) is in use"), "\(arguments)")
            #expect(outcome.output.isEmpty)
        }
        #expect(await first.signUp("eve") == 200)
        first.kill()
        let second = try PoolProcess(data: folder.file)
        #expect(await second.signUp("eve") == 400, "she is there")
    }

    @Test("a pool killed in the middle of writes has every acknowledged user, and its drafts go with the next start")
    func killed() async throws {
        let folder = try Folder()
        var acknowledged: [String] = []
        var random = Seeded(UInt64(ProcessInfo.processInfo.processIdentifier))
        for round in 0..<12 {
            let pool = try PoolProcess(data: folder.file)
            #expect(folder.drafts.isEmpty)
            var killer: Task<Void, Never>?
            var index = 0
            while await pool.signUp("user-\(round)-\(index)") == 200 {
                acknowledged += ["user-\(round)-\(index)"]
                index += 1
                // However slow the machine is, somebody is acknowledged in each round.
                killer =
                    killer
                    ?? Task { [wait = random.below(120)] in
                        try? await Task.sleep(for: .milliseconds(wait))
                        pool.kill()
                    }
            }
            await killer?.value
        }
        #expect(acknowledged.count >= 12)
        let pool = try PoolProcess(data: folder.file)
        #expect(folder.drafts.isEmpty)
        for name in ["ana"] + acknowledged {
            #expect(await pool.signUp(name) == 400, "\(name) is there")
        }
    }

    @Test("a seed is kept as a whole or not at all")
    func seeded() async throws {
        let folder = try Folder()
        let seed = folder.path + "/seed.json"
        let users = (0..<60).map { #"{"username":"user\#($0)","password":"Passw0rd!"}"# }.joined(separator: ",")
        try Data(#"{"users":[\#(users)]}"#.utf8).write(to: URL(fileURLWithPath: seed))
        // The file may have room for some of them.
        #expect(throws: PoolProcess.NotListening.self) { try PoolProcess(data: folder.file, seed: seed, blocks: 20) }
        #expect(PackageFiles.names(in: folder.path) == ["seed.json"])
        let pool = try PoolProcess(data: folder.file, seed: seed)
        for index in [0, 59] { #expect(await pool.signUp("user\(index)") == 400) }
    }

    @Test("where the file may not grow, requests are refused, reads go on, and what was acknowledged stays")
    func limited() async throws {
        let folder = try Folder()
        var count = 0
        do {
            let pool = try PoolProcess(data: folder.file, blocks: 40)
            let signedIn = try #require(await pool.call("InitiateAuth", Self.signIn))
            let access = try #require(signedIn.body["AuthenticationResult"]?["AccessToken"]?.string)
            while count < 1000, await pool.signUp("user\(count)") == 200 { count += 1 }
            #expect(1..<100 ~= count)
            #expect(await pool.signUp("user\(count)") == 500, "who was refused is not there")
            #expect(await pool.call("GetUser", #"{"AccessToken":"\#(access)"}"#)?.status == 200)
            #expect(folder.drafts.isEmpty)
            pool.kill()
        }
        let pool = try PoolProcess(data: folder.file)
        for index in 0...count {
            #expect(await pool.signUp("user\(index)") == (index < count ? 400 : 200), "user\(index)")
        }
    }
}
