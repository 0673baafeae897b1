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

/// Compiles and runs the Swift of the README and of the pages beside it. `.ci/check-readme` runs their commands.
struct ReadmeTests {
    private let configuration = """
        {"auth": {"user_pool_id": "us-east-1_Embedded1", "user_pool_client_id": "app-client", "aws_region": "us-east-1"}}
        """

    /// The fenced blocks of a page that start with these words.
    private func blocks(_ opening: String, of page: String) throws -> [String] {
        try PackageFiles.text(page).components(separatedBy: "```\(opening)\n").dropFirst().compactMap { part in
            part.range(of: "```").map { String(part[..<$0.lowerBound]) }
        }
    }

    private func app(_ pool: CognitoUserPool) throws -> CognitoApp {
        try CognitoApp(
            CognitoConfiguration(Array(configuration.utf8)), secrets: MemorySecretStore(), service: pool)
    }

    @Test(arguments: [
        ("Embedding", "README.md"), ("Trying", "Docs/Tutorial/YourFirstFlow.md"),
        ("Moving", "Docs/HowTo/KeepSDKCode.md"), ("DepotService", "Docs/HowTo/AnotherService.md"),
        ("DepotSignIn", "Docs/HowTo/AnotherService.md"),
    ])
    func codeIsTheCompiledFile(name: String, page: String) throws {
        let shown = try blocks("swift", of: page) + blocks("swift file=\(name).swift", of: page)
        #expect(shown.contains(try PackageFiles.text("Tests/Tools/ReadmeTests/\(name).swift")))
    }

    @Test(arguments: [
        ("Loop", "Sources/App/Loop"), ("ManualClock", "Tests/AppTests/ManualClock"),
        ("SignInTests", "Tests/AppTests/SignInTests"),
    ])
    func appIsTheCompiledOne(name: String, path: String) throws {
        let shown = try blocks("swift file=\(path).swift", of: "Docs/Tutorial/FlowInAnApp.md")
            .map { $0.replacingOccurrences(of: "\n@testable import App\n", with: "") }
        #expect(shown == [try PackageFiles.text("Tests/Tools/ReadmeTests/App/\(name).swift")])
    }

    @Test func appSignsInWithAShippedFlow() async throws {
        let (codes, mailbox) = AsyncStream<String>.makeStream()
        let pool = CognitoUserPool(
            PoolConfiguration(), environment: PoolEnvironment(deliver: { mailbox.yield($0.code) }))
        try await pool.add(
            PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"]))
        // An empty answer is refused, and the step still stands.
        var answers = ["", "000000"]
        var errors: [String?] = []
        let token = try await signIn(try app(pool), "ana") { error in
            errors.append(error)
            if !answers.isEmpty { return answers.removeFirst() }
            return await codes.first { _ in true } ?? ""
        }
        #expect(token != nil)
        #expect(errors == [nil, nil, "Invalid code or auth state for the user."])
    }

    @Test func appLetsTheUserChooseASecondFactor() async throws {
        let (codes, mailbox) = AsyncStream<String>.makeStream()
        let pool = CognitoUserPool(
            PoolConfiguration(), environment: PoolEnvironment(deliver: { mailbox.yield($0.code) }))
        var ana = PoolUserSeed(
            username: "ana", password: "Passw0rd!",
            attributes: ["email": "ana@example.com", "phone_number": "+12065550100"])
        (ana.mfa, ana.softwareTokenSecret) = ([.sms, .softwareToken], "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
        try await pool.add(ana)
        // The pool does not offer the factor that an unknown word stands for.
        var choices = ["PIGEON", "SMS_MFA"]
        var questions: [String] = []
        let token = try await signIn(try app(pool), "ana") { message in
            guard let message, !choices.isEmpty else { return await codes.first { _ in true } ?? "" }
            questions.append(message)
            return choices.removeFirst()
        }
        #expect(token != nil)
        #expect(questions == Array(repeating: #"One of ["SMS_MFA", "SOFTWARE_TOKEN_MFA"]"#, count: 2))
    }

    @Test(arguments: ["README.md", "Docs/Tutorial/YourFirstFlow.md"])
    func flowOfAPageSignsIn(page: String) async throws {
        let flow = try #require(try blocks("xml file=code.flow.xml", of: page).last)
        let compiled = FlowFile.compile("code.flow.xml") { path in
            path == "code.flow.xml" ? Array(flow.utf8) : try? PackageFiles.bytes(path)
        }
        #expect(try await tryOut(table: try #require(compiled.table)) == "signed-in")
    }

    @Test func codeOfAnotherSDKSignsIn() async throws {
        _ = try auth(configuration: Array(configuration.utf8))
        let pool = CognitoUserPool()
        try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!"))
        let app = try app(pool)
        try await signIn(AuthCategory(app), password: "Passw0rd!") { _ in "" }
        await #expect(throws: AuthError.self) {
            try await signIn(AuthCategory(app), password: "wrong") { _ in "" }
        }
    }
}
