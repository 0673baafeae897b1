import AmplifyStyle
import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCompiler
import FlowRuntime
import Foundation
import TestSupport
import Testing
import UserPool

/// What the README shows is compiled and run.
struct ReadmeTests {
    /// The fenced blocks of the README whose first line starts with these words.
    private func blocks(_ opening: String) throws -> [String] {
        try PackageFiles.text("README.md").components(separatedBy: "```\(opening)").dropFirst().compactMap { part in
            guard let start = part.firstIndex(of: "\n"), let end = part.range(of: "\n```") else { return nil }
            return String(part[part.index(after: start)..<end.lowerBound])
        }
    }

    private func compile(_ path: String) -> CompiledFlow {
        FlowFile.compile(path) { try? PackageFiles.bytes($0) }
    }

    @Test(arguments: ["Embedding", "Trying", "Moving"]) func codeIsTheCompiledFile(name: String) throws {
        let file = try PackageFiles.text("Tests/ReadmeTests/\(name).swift")
        #expect(try blocks("swift").contains { file.hasSuffix($0 + "\n") && file.hasPrefix($0) })
    }

    @Test func embeddingSignsIn() async throws {
        let amplify = try #require(compile("flows/amplify.flow.xml").table)
        #expect(try await tryOut(table: amplify, password: "Passw0rd!") == "signedIn")
        #expect(try await tryOut(table: amplify, password: "passw0rd!") == "failed")
        let real = try cognito(table: amplify)
        #expect(real.table.name == "amplify" && real.clientID == "4example")
        let pool = CognitoUserPool()
        let other = try SignIn(
            table: amplify, poolID: pool.configuration.poolID, clientID: real.clientID, service: pool)
        let step = await other.run("ana", "Passw0rd!") { _ in nil }
        #expect(step?.outcome?.error?.message == "User pool client 4example does not exist.")
    }

    @Test func codeOfAnotherSDKSignsIn() async throws {
        let file = """
            {"auth": {"user_pool_id": "us-east-1_Embedded1", "user_pool_client_id": "app-client", "aws_region": "us-east-1"}}
            """
        _ = try auth(configuration: Array(file.utf8))
        let pool = CognitoUserPool()
        try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!"))
        let app = try CognitoApp(
            CognitoConfiguration(Array(file.utf8)), secrets: MemorySecretStore(), service: pool)
        try await signIn(AuthCategory(app), password: "Passw0rd!") { _ in "" }
        await #expect(throws: AuthError.self) {
            try await signIn(AuthCategory(app), password: "wrong") { _ in "" }
        }
    }

    @Test func seedOfTheReadmeIsOne() throws {
        let seed = try PoolSeed(json: Array(try #require(try blocks("json").first).utf8))
        #expect(seed.users.map(\.username) == ["ana"] && seed.configuration.mfaFactors == [.softwareToken])
    }

    @Test func flowOfTheReadmeCompiles() throws {
        let flow = try #require(try blocks("xml").first)
        let compiled = FlowFile.compile("flows/readme.flow.xml") { path in
            if path == "flows/readme.flow.xml" { return Array(flow.utf8) }
            return try? PackageFiles.bytes(path)
        }
        #expect(compiled.report.isEmpty)
        #expect(compiled.table != nil)
        #expect(flow.split(separator: "\n").count <= 22)
    }
}
