import Foundation
import TestSupport
import Testing
import UserPool
import UserPoolServer

@Suite("flowc run and flowc pool, as commands")
struct RunCommandTests {
    private static let flow = PackageFiles.absolute("flows/amplify.flow.xml")
    private static let start = #"{"start":{"username":"ana","password":"Passw0rd!"}}"#

    /// Runs the tool to its end.
    private func tool(_ arguments: String..., input: String = "") async throws -> (
        code: Int32, out: String, err: String
    ) {
        let (code, output, errors) = try await Terminal.run(
            [Terminal.executable.path] + arguments, input: Data(input.utf8))
        return (code, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
    }

    @Test("wrong use exits with 64")
    func usage() async throws {
        for arguments in [
            ["--service", "pool", "--endpoint", "http://127.0.0.1:1"], ["--endpoint", "here"],
            ["--endpoint", "http://"],
            ["--endpoint", "http://127.0.0.1:1"], ["--service", "scripted", "--seed", "a.json"],
            ["--handlers", "external"],
            ["--endpoint", "http://example.com", "--pool-id", "us-east-1_A"], ["--pool-id", "pool"],
            ["--echo", "--json"],
            ["--pool-id", "eu west_A"], ["--input", "name"], ["--seed", "-"],
            ["--handlers", "stand-in", "--devices", "a"], ["--devices", ""],
        ] {
            let outcome = try await Terminal.run([Terminal.executable.path, "run", Self.flow] + arguments)
            #expect(outcome.code == 64, "\(arguments)")
            #expect(outcome.output.isEmpty, "\(arguments)")
        }
        #expect(try await tool("pool", "--port", "70000").code == 64)
        #expect(try await tool("pool", "--seed", "-").code == 64)
        #expect(try await tool("pool", "extra").code == 64)
        for host in ["", "name:80", "name/path", "[2001:db8::1]:80", "a b", "b\u{fc}cher.de", "*"] {
            #expect(try await tool("pool", "--allow-host", host).code == 64, "\(host)")
        }
    }

    @Test("files that cannot be used are named: 2 if they cannot be read, 1 if they say something wrong")
    func files() async throws {
        #expect(try await tool("run", "gone.xml", "--json").code == 2)
        for option in ["--seed", "--config", "--client-secret-file"] {
            let gone = try await tool("run", Self.flow, option, "gone.json")
            #expect(gone.code == 2, "\(option)")
            #expect(gone.err.contains("gone.json"), "\(option)")
        }
        let wrong = PackageFiles.absolute("Tests/Tools/flowcRunTests/Vectors/converse.py")
        for option in ["--seed", "--config"] {
            let outcome = try await tool("run", Self.flow, option, wrong)
            #expect(outcome.code == 1, "\(option)")
            #expect(outcome.err.contains(wrong), "\(option)")
        }
        #expect(try await tool("pool", "--seed", "gone.json").code == 2)
        #expect(try await tool("pool", "--data", wrong).code == 2)
    }

    @Test("a pool is kept in no file of another kind, and in none that the command reads")
    func dataFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("data-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let seed = #"{"users":[{"username":"ana","password":"Passw0rd!"}]}"#
        try Data(seed.utf8).write(to: folder.appendingPathComponent("seed"))
        try FileManager.default.linkItem(atPath: path("seed"), toPath: path("hard"))
        try FileManager.default.createSymbolicLink(atPath: path("soft"), withDestinationPath: "seed")
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let devices = geteuid() == 0 && mknod(path("null"), S_IFCHR | 0o600, 0x103) == 0 ? ["null"] : []
        for name in ["seed", "hard", "soft", "pipe", "."] + devices {
            let outcome = try await tool("run", Self.flow, "--json", "--seed", path("seed"), "--data", path(name))
            #expect(outcome.code == 2, "\(name)")
            #expect(outcome.err.contains(path(name)), "\(name): \(outcome.err)")
        }
        #expect(try Data(contentsOf: folder.appendingPathComponent("seed")) == Data(seed.utf8))
        #expect(try await Terminal.run(["test", "-p", path("pipe")]).code == 0)
        for device in devices { #expect(try await Terminal.run(["test", "-c", path(device)]).code == 0) }
        try FileManager.default.createSymbolicLink(atPath: path("dangling"), withDestinationPath: "made")
        #expect(try await tool("run", Self.flow, "--json", "--data", path("dangling")).code == 0)
        #expect(FileManager.default.fileExists(atPath: path("made")))
    }

    @Test("an address that cannot be listened on exits with 2")
    func address() async throws {
        let outcome = try await tool("pool", "--host", "192.0.2.1")
        #expect(outcome.code == 2)
        #expect(outcome.err.contains("warning") && outcome.err.contains("cannot listen"))
    }

    @Test("a flow of another service than the pool's is refused")
    func otherService() async throws {
        let table = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).flow")
        try Data(SampleFlow.bytes()).write(to: table)
        defer { try? FileManager.default.removeItem(at: table) }
        for arguments in [[], ["--json"]] {
            let outcome = try await Terminal.run([Terminal.executable.path, "run", table.path] + arguments)
            #expect(outcome.code == 64 && outcome.output.isEmpty)
            #expect(String(decoding: outcome.errors, as: UTF8.self).contains("calls 'Begin', which"))
        }
    }

    @Test("both commands explain themselves with examples")
    func help() async throws {
        for command in ["run", "pool"] {
            let outcome = try await tool(command, "--help")
            #expect(outcome.code == 0)
            #expect(outcome.out.contains("Examples:") || outcome.out.contains("Examples"), "\(command)")
            #expect(outcome.out.contains("flowc \(command)"), "\(command)")
        }
    }

    @Test("in the line protocol, a sign-in with the pool ends with tokens, and no request shows the password")
    func lineProtocol() async throws {
        let outcome = try await tool("run", Self.flow, "--json", input: "nope\n\(Self.start)\n")
        let lines = outcome.out.split(separator: "\n")
        #expect(outcome.code == 0)
        #expect(lines.first?.contains("bad-line") == true)
        #expect(lines.last?.hasPrefix(#"{"end":{"outcome":"signedIn","step":"DONE""#) == true)
        #expect(!outcome.out.contains("Passw0rd!"))
        #expect(outcome.err.isEmpty)
    }

    @Test("lines of a pipe answer by name")
    func lines() async throws {
        let outcome = try await tool("run", Self.flow, input: "username=ana\npassword=wrong\n\ncancel\n")
        #expect(outcome.code == 0)
        #expect(outcome.out.contains("error NotAuthorizedException"))
    }

    @Test("lines of a pipe that answer nothing say what is missing")
    func linesWithoutAnswer() async throws {
        let word = try await tool("run", Self.flow, input: "ana\n")
        #expect(word.out.hasSuffix("has no command 'ana'\n  to set an answer, write name=value\n"))
        let unsubmitted = try await tool("run", Self.flow, input: "username=ana\npassword=Passw0rd!\n")
        #expect(
            unsubmitted.out.hasSuffix("\n! the answers were not submitted: the input ended without an empty line\n"))
    }

    @Test("against a pool behind a port it is the same, by SRP over HTTP")
    func endpoint() async throws {
        let pool = CognitoUserPool()
        try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!"))
        let server = PoolServer(pool)
        let running = Task { try await server.run() }
        let port = try await server.waitUntilListening()
        let good = try await tool(
            "run", Self.flow, "--json", "--endpoint", server.url(port: port), "--pool-id", "us-east-1_Embedded1",
            input: Self.start + "\n")
        let url = server.url(port: port).replacingOccurrences(of: "http", with: "HTTP")
        let bad = try await tool(
            "run", Self.flow, "--json", "--endpoint", url, "--pool-id", "us-east-1_Embedded1",
            input: Self.start.replacingOccurrences(of: "Passw0rd", with: "Passw1rd") + "\n")
        await server.stop()
        _ = await running.result
        #expect(good.out.contains(#"{"end":{"outcome":"signedIn""#))
        #expect(bad.out.contains(#""type":"NotAuthorizedException""#))
    }

    @Test("a byte order mark and blanks are no part of a client's secret")
    func secretFile() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("secret-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        var configuration = PoolConfiguration()
        configuration.clients = [PoolClient(secret: "shh")]
        try await PoolPort.withServer(pool: CognitoUserPool(configuration)) { (port) async throws in
            for text in ["shh", "\u{FEFF}shh\r\n", " shh\t \nmore"] {
                try Data(text.utf8).write(to: file)
                let outcome = try await tool(
                    "run", Self.flow, "--json", "--endpoint", "http://127.0.0.1:\(port)", "--pool-id",
                    "us-east-1_Embedded1", "--client-id", "app-client", "--client-secret-file", file.path,
                    input: Self.start + "\n")
                #expect(outcome.out.contains(#"{"end":{"outcome":"signedIn""#), "\(text): \(outcome.out)")
            }
        }
        try Data("\u{FEFF} \n".utf8).write(to: file)
        let empty = try await tool("run", Self.flow, "--json", "--client-secret-file", file.path)
        #expect(empty.code == 1 && empty.err.contains("is empty"))
    }

    @Test("requests of administrators are signed with the credentials of the environment")
    func credentials() async throws {
        var access = PoolAccess()
        access.keys = [PoolAccessKey(id: "admin", secret: "wJalrXUtnFEMI")]
        let keys = ["AWS_ACCESS_KEY_ID=admin", "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI"]
        let start = #"{"start":{"username":"ana","password":"Passw0rd!","userPoolId":"us-east-1_Embedded1"}}"#
        try await PoolPort.withServer(access: access) { (port) async throws in
            let command = [
                Terminal.executable.path, "run", PackageFiles.absolute("flows/admin.flow.xml"), "--json", "--endpoint",
                "http://127.0.0.1:\(port)", "--pool-id", "us-east-1_Embedded1", "--client-id", "app-client",
            ]
            for (variables, text) in [
                (keys, #"{"end":{"outcome":"signedIn""#),
                (["AWS_ACCESS_KEY_ID="], "set the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
            ] {
                let outcome = try await Terminal.run(variables + command, input: Data((start + "\n").utf8))
                let output = String(decoding: outcome.output, as: UTF8.self)
                #expect(output.contains(text), "\(output)")
            }
        }
    }

    @Test("real handlers answer a scripted service")
    func scriptedWithRealHandlers() async throws {
        let outcome = try await tool(
            "run", Self.flow, "--json", "--service", "scripted", "--handlers", "real",
            input: Self.start + "\n" + #"{"error":{"type":"UserNotConfirmedException","message":"no"}}"# + "\n")
        #expect(outcome.out.contains(#""SRP_A":""#) && !outcome.out.contains("<srpA>"))
        #expect(outcome.out.contains(#"{"end":{"outcome":"confirmSignUp""#))
    }
}
