import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowRuntime
import FlowSealing
import FlowTable
import TestSupport
import Testing

/// A change that makes a new version of the flow of the README.
struct VersionChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var step = "TYPE_THE_CODE"
    /// Why sign-ins at the step cannot go on, and what that is about.
    var reason: String?
    var about: String?
    let apply: @Sendable (String) -> String

    init(
        _ name: String, step: String = "TYPE_THE_CODE", reason: String? = nil, about: String? = nil,
        _ apply: @escaping @Sendable (String) -> String
    ) {
        testDescription = name
        (self.step, self.reason, self.about, self.apply) = (step, reason, about, apply)
    }

    static let lockedOut = VersionChange("another end for those who guess") {
        $0.addingEnd("locked").replacing(#"then="failed""#, with: #"then="locked""#)
    }

    static let removedStep = VersionChange("the step is gone", reason: "state-gone") {
        $0.removing(from: #"<challenge name="EMAIL_OTP""#, to: "</challenge>")
    }

    static let harmless = [
        lockedOut,
        VersionChange("another text for the step", step: "ENTER_CODE") {
            $0.replacing("TYPE_THE_CODE", with: "ENTER_CODE")
        },
        VersionChange("a way for another error") {
            $0.replacing(
                "<on event=\"resend\"",
                with: "<on error=\"ExpiredCodeException\" to=\"send-code\"/><on event=\"resend\"")
        },
        VersionChange("another command") {
            $0.replacing("<command name=\"resend\"/>", with: "<command name=\"resend\"/><command name=\"again\"/>")
                .replacing("<on event=\"resend\"", with: "<on event=\"again\" to=\"send-code\"/><on event=\"resend\"")
        },
        VersionChange("the step shows more of what it has") {
            $0.replacing("<ask name=\"code\"", with: "<show name=\"user\" from=\"username\"/><ask name=\"code\"")
        },
        VersionChange("a step before it") {
            $0.replacing("start=\"send-code\"", with: "start=\"hello\"").replacing(
                "<call id=\"send-code\"",
                with:
                    "<step id=\"hello\" present=\"HELLO\"><on event=\"submit\" to=\"send-code\"/></step><call id=\"send-code\""
            )
        },
        VersionChange("a time limit") {
            $0.replacing(
                "<on event=\"resend\"", with: "<on event=\"timeout\" after=\"180\" to=\"failed\"/><on event=\"resend\"")
        },
        VersionChange("an input that only the first request needs") {
            $0.replacing("<input name=\"clientId\"", with: "<input name=\"note\"/><input name=\"clientId\"")
                .replacing(
                    "<on event=\"resend\" to=\"send-code\"/>", with: "<on event=\"resend\" to=\"failed\"/>"
                )
                .replacing(
                    "<send name=\"PREFERRED_CHALLENGE\"",
                    with: "<send name=\"SECRET_HASH\" from=\"note\"/><send name=\"PREFERRED_CHALLENGE\"")
        },
    ]

    static let refused = [
        removedStep,
        VersionChange("another ask", reason: "ask-changed", about: "name") {
            $0.replacing("<ask name=\"code\"", with: "<ask name=\"name\"/><ask name=\"code\"")
        },
        VersionChange("a form for the answer", reason: "ask-changed", about: "code") {
            $0.replacing("<ask name=\"code\" type=\"digits\"", with: "<ask name=\"code\" type=\"digits\" length=\"8\"")
        },
        VersionChange("a value that was not there", reason: "value-missing", about: "place") {
            $0.replacing(
                "<input name=\"clientId\"", with: "<input name=\"place\" required=\"true\"/><input name=\"clientId\""
            )
            .replacing("<ask name=\"code\"", with: "<show name=\"place\" from=\"place\"/><ask name=\"code\"")
        },
        VersionChange("a value of another type", reason: "value-missing", about: "username") {
            $0.replacing(
                "<input name=\"username\" required=\"true\"/>",
                with: "<input name=\"username\" type=\"secret\" required=\"true\"/>")
        },
        VersionChange("a value that was of no use", reason: "value-missing", about: "CODE_DELIVERY_DELIVERY_MEDIUM") {
            $0.replacing(
                "<ask name=\"code\"",
                with: "<show name=\"medium\" from=\"CODE_DELIVERY_DELIVERY_MEDIUM\"/><ask name=\"code\"")
        },
    ]
}

extension String {
    func addingEnd(_ name: String) -> String {
        replacing(#"<end id="failed"/>"#, with: #"<end id="failed"/><end id="\#(name)"/>"#)
    }

    /// The text without what lies between two words, these included.
    func removing(from first: String, to last: String) -> String {
        guard let start = firstRange(of: first)?.lowerBound,
            let end = self[start...].firstRange(of: last)?.upperBound
        else { return self }
        return String(self[..<start] + self[end...])
    }
}

/// Two versions of a flow and the map from the one to the other.
struct Versions {
    let old: TransitionTable
    let new: TransitionTable
    let newText: String
    let migration: Migration
    /// The map as written.
    let text: String
    let map: [FlowMigration]

    /// The service's answer to a code.
    enum Reply {
        case tokens, wrongCode

        var reply: FlowReply {
            switch self {
            case .tokens: .body(Array(#"{"AuthenticationResult":{"AccessToken":"planted-token"}}"#.utf8))
            case .wrongCode: .error(type: "CodeMismatchException", message: "")
            }
        }
    }

    static let shipped = PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") }.map { "flows/" + $0 }

    static func loader() throws -> MemoryLoader { MemoryLoader(files: try PackageFiles.xml(below: "flows")) }

    init(_ change: VersionChange) throws {
        let text = try Self.readmeFlow()
        try self.init(from: text, to: change.apply(text))
    }

    init(from oldText: String, to newText: String) throws {
        let (before, after) = (try Self.compiled(oldText), try Self.compiled(newText))
        (old, new) = (try Self.table(before), try Self.table(after))
        self.newText = newText
        migration = try #require(before.migration(to: after))
        text = migration.text(from: TableIdentity(of: old).hexadecimal, to: TableIdentity(of: new).hexadecimal)
        map = [try FlowMigration(parsing: Array(text.utf8))]
        #expect(oldText != newText)
    }

    static func readmeFlow() throws -> String {
        let page = try PackageFiles.text("README.md")
        let start = try #require(page.firstRange(of: "```xml\n")?.upperBound)
        let end = try #require(page[start...].firstRange(of: "```")?.lowerBound)
        return String(page[start..<end])
    }

    private static func compiled(_ text: String) throws -> Compilation {
        let compilation = FlowCompiler.compile(
            path: "flows/version.flow.xml",
            loader: try loader().replacing("flows/version.flow.xml", with: Array(text.utf8)))
        #expect(!compilation.bag.hasErrors, "\(compilation.diagnostics.map(\.message)) in \(text)")
        return compilation
    }

    private static func table(_ compilation: Compilation) throws -> TransitionTable {
        try TransitionTable(verifying: try #require(try compilation.table(names: false)))
    }

    /// A session of the old version that waits for a code, after some wrong ones.
    func session(wrongCodes: Int) async throws -> FlowSession {
        var session = FlowSession(old)
        _ = session.start(json(#"{"clientId":"c","username":"ana"}"#))
        let challenge =
            #"{"ChallengeName":"EMAIL_OTP","Session":"planted-session","ChallengeParameters":{"CODE_DELIVERY_DESTINATION":"a***"}}"#
        _ = session.reply(Array(challenge.utf8))
        for _ in 0..<wrongCodes {
            _ = session.submit(json(#"{"code":"000000"}"#))
            _ = session.fail(type: "CodeMismatchException", message: "")
        }
        #expect(session.presentation?.step == "TYPE_THE_CODE")
        return session
    }

    /// The session, sealed.
    func pending(wrongCodes: Int) async throws -> [UInt8] {
        let state = try #require(try await session(wrongCodes: wrongCodes).state)
        return try sealer([], of: old).seal(FlowSnapshot(first: state, expiry: 1000))
    }

    func sealer(
        _ migrations: [FlowMigration], of table: TransitionTable? = nil, pool: String = "pool"
    ) throws -> SnapshotSealer {
        SnapshotSealer(
            table ?? new, binding: SnapshotBinding(poolID: pool, clientID: "client"),
            seal: SnapshotKeyring(try Sample.key("k1", 1)), migrations: migrations)
    }

    /// A runner of the new version that goes on with a sealed sign-in of the old one.
    func resumed(_ sealed: [UInt8], reply: Reply = .tokens) throws -> FlowRunner<ContinuousClock> {
        let state = try sealer(map).open(sealed, now: 1).state
        return FlowRunner(
            session: try FlowSession(restoring: state, new), handlers: FlowHandlers(),
            service: Answering(reply: reply.reply),
            clock: ContinuousClock())
    }

    private struct Answering: FlowService {
        let reply: FlowReply
        func call(_ request: FlowRequest) async -> FlowReply { reply }
    }
}
