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

    private static func create(_ name: String) -> String {
        #"{"UserPoolId":"us-east-1_Embedded1","Username":"\#(name)","MessageAction":"SUPPRESS","#
            + #""UserAttributes":[{"Name":"name","Value":"\#(String(repeating: "n", count: 1500))"}]}"#
    }

    private static func named(_ name: String) -> String {
        #"{"UserPoolId":"us-east-1_Embedded1","Username":"\#(name)"}"#
    }

    @Test("a second process with the file ends with 2 and says why; the first goes on, and a killed one is in nobody's way")
    func twoProcesses() async throws {
        let folder = try Folder()
        let first = try PoolProcess(data: folder.file)
        let flow = PackageFiles.absolute("flows/amplify.flow.xml")
        for arguments in [["pool", "--data", folder.file], ["run", flow, "--json", "--data", folder.file]] {
            let outcome = try await Terminal.run([Terminal.executable.path] + arguments)
            #expect(outcome.code == 2, "\(arguments)")
            #expect(String(decoding: outcome.errors, as: UTF8.self).contains("\(folder.file) is in use"), "\(arguments)")
            #expect(outcome.output.isEmpty)
        }
        #expect(await first.status("AdminCreateUser", Self.create("eve")) == 200)
        first.kill()
        let second = try PoolProcess(data: folder.file)
        #expect(await second.status("AdminGetUser", Self.named("eve")) == 200)
    }

    @Test("a pool that is killed in the middle of writes has every acknowledged user, and its drafts go with the next start")
    func killed() async throws {
        let folder = try Folder()
        var acknowledged: [String] = []
        var random = Seeded(UInt64(ProcessInfo.processInfo.processIdentifier))
        for round in 0..<12 {
            let pool = try PoolProcess(data: folder.file)
            #expect(folder.drafts.isEmpty)
            let killer = Task { [wait = 5 + random.below(120)] in
                try? await Task.sleep(for: .milliseconds(wait))
                pool.kill()
            }
            var index = 0
            while await pool.status("AdminCreateUser", Self.create("user-\(round)-\(index)")) == 200 {
                acknowledged += ["user-\(round)-\(index)"]
                index += 1
            }
            await killer.value
        }
        #expect(acknowledged.count > 12)
        let pool = try PoolProcess(data: folder.file)
        #expect(folder.drafts.isEmpty)
        for name in ["ana"] + acknowledged {
            #expect(await pool.status("AdminGetUser", Self.named(name)) == 200, "\(name)")
        }
    }

    @Test("where the file may not grow, requests are refused, reads go on, and what was acknowledged is there afterwards")
    func limited() async throws {
        let folder = try Folder()
        var count = 0
        do {
            let pool = try PoolProcess(data: folder.file, limit: 40)
            while count < 1000, await pool.status("AdminCreateUser", Self.create("user\(count)")) == 200 { count += 1 }
            #expect(1..<100 ~= count)
            #expect(await pool.status("AdminCreateUser", Self.create("user\(count)")) == 500)
            #expect(await pool.status("AdminGetUser", Self.named("user\(count)")) == 400)
            #expect(await pool.status("AdminGetUser", Self.named("user0")) == 200)
            #expect(await pool.status("AdminDeleteUser", Self.named("user0")) == 200, "a smaller one can be written")
            #expect(folder.drafts.isEmpty)
            pool.kill()
        }
        let pool = try PoolProcess(data: folder.file)
        for index in 0...count {
            let isThere = (1..<count).contains(index)
            #expect(await pool.status("AdminGetUser", Self.named("user\(index)")) == (isThere ? 200 : 400), "user\(index)")
        }
    }
}
