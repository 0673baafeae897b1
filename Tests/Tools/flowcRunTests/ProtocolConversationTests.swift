import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTesting
import FlowTool
import Foundation
import TestSupport
import Testing
import flowc_run

@Suite("The line protocol with a real service")
struct ProtocolConversationTests {
    private static let start = #"{"start":{"username":"ana","password":"p"}}"#

    /// A service that answers from a list, and then no more.
    private actor Script: FlowService {
        private var replies: [FlowReply]
        init(_ replies: [FlowReply]) { self.replies = replies }
        func call(_ request: FlowRequest) async -> FlowReply {
            if !replies.isEmpty { return replies.removeFirst() }
            try? await Task.sleep(for: .seconds(86_400))
            return .error(type: "late", message: "")
        }
    }

    /// Who does the work of handlers or of the service.
    private enum Driver {
        case none, handlers, service
    }

    /// What a conversation says to lines that come at once; `hangs` leaves the end of the input away until it says so.
    private func converse(
        _ lines: [String], replies: [FlowReply] = [], driver: Driver = .none
    ) async throws -> [String] {
        let (written, writer) = AsyncStream<String>.makeStream()
        let write = Writer { writer.yield($0.string) }
        let mailbox = DriverMailbox { write(SafeText(json: $0.json) + "\n") }
        let handlers =
            driver == .handlers
            ? FlowHandlers { work throws(FlowHandlerFailure) in try await mailbox.handle(work) }
            : StandInHandlers().handlers
        let script = Script(replies)
        let service: any FlowService = if driver == .service { mailbox } else { script }
        let adapter = RunnerAdapter(
            try SampleFlow.table(), handlers: handlers, service: service,
            limits: FlowRunnerLimits(call: nil, handler: nil), inputs: [JSONMember("other", .string("x"))],
            tracer: driver == .service ? nil : ProtocolConversation.tracer(write),
            notify: ProtocolConversation.notifier(write))
        let (source, input) = AsyncStream<InputLine>.makeStream()
        for line in lines { input.yield(.text(Array(line.utf8))) }
        input.finish()
        let reader = LineSource {
            for await line in source { return line }
            return nil
        }
        await ProtocolConversation(adapter, mailbox: mailbox, lines: reader, write: write).run()
        writer.finish()
        var result: [String] = []
        for await text in written { result.append(String(text.dropLast())) }
        return result
    }

    @Test("what is not understood, or belongs to somebody else, is refused and ends nothing")
    func refused() async throws {
        let lines = try await converse(
            ["x", "", #"{"start":[]}"#, #"{"reply":{}}"#, #"{"handled":{}}"#, #"{"submit":{}}"#, Self.start],
            replies: [.json(["Challenge": "CODE", "Session": "s"])])
        #expect(lines.count == 7)
        #expect(lines[0].hasPrefix(#"{"refused":{"code":"bad-line""#))
        #expect(lines[1].hasPrefix(#"{"refused":{"code":"bad-line""#))
        #expect(lines[2].contains(#""code":"event-not-accepted""#) && lines[2].contains(#""event":"reply""#))
        #expect(lines[3].contains(#""event":"handled""#))
        #expect(lines[4].contains(#""event":"submit""#))
        #expect(lines[6].hasPrefix(#"{"present":{"step":"ENTER_CODE""#))
    }

    @Test("lines that come at once are taken in turn, and requests are shown without secrets")
    func inTurn() async throws {
        let lines = try await converse(
            [Self.start, #"{"submit":{"code":"123456"}}"#, #"{"submit":{"code":"123456"}}"#],
            replies: [
                .json(["Challenge": "CODE", "Session": "s"]), .error(type: "wrong", message: "no"),
                .json(["Token": "t"]),
            ])
        #expect(
            lines == [
                #"{"call":{"operation":"Begin","request":{"User":"ana","Proof":"<proof>","Password":"<redacted>"}}}"#,
                #"{"present":{"step":"ENTER_CODE","parameters":{"for":"ana","session":"s"},"requires":"#
                    + #"[{"name":"code","type":"digits","required":true,"length":6}],"error":null,"timeLimit":180}}"#,
                #"{"call":{"operation":"Answer","request":{"Code":"123456","Session":"<redacted>"}}}"#,
                #"{"present":{"step":"ENTER_CODE","parameters":{"for":"ana","session":"s"},"requires":"#
                    + #"[{"name":"code","type":"digits","required":true,"length":6}],"#
                    + #""error":{"type":"wrong","message":"no","class":"mistake"},"timeLimit":180}}"#,
                #"{"call":{"operation":"Answer","request":{"Code":"123456","Session":"<redacted>"}}}"#,
                #"{"notify":{"name":"signed-in","parameters":{"username":"ana","token":"t"},"error":null}}"#,
                #"{"notify":{"name":"later","parameters":{},"error":null}}"#,
                #"{"end":{"outcome":"done","step":"DONE","parameters":{"token":"t"},"error":null}}"#,
            ])
    }

    @Test("a cancellation does not wait for a service that never answers")
    func cancel() async throws {
        let lines = try await converse(
            [Self.start, #"{"submit":{"code":"123456"}}"#, #"{"cancel":true}"#],
            replies: [.json(["Challenge": "CODE", "Session": "s"])])
        #expect(lines.contains { $0.hasPrefix(#"{"end":{"outcome":"cancelled""#) })
        #expect(lines.contains { $0.contains(#""code":"superseded""#) })
    }

    @Test("external handlers are asked, and may fail")
    func externalHandlers() async throws {
        let lines = try await converse(
            [
                Self.start, #"{"reply":{}}"#, #"{"submit":{}}"#, #"{"handled":{"proof":"p"}}"#,
                #"{"submit":{"code":"123456"}}"#,
            ],
            replies: [.json(["Challenge": "CODE", "Session": "s"]), .json(["Token": "t"])], driver: .handlers)
        #expect(lines.first == #"{"handle":{"handler":"prove","inputs":{"password":"p"}}}"#)
        #expect(lines[1].contains(#""event":"reply""#))
        #expect(lines[2].contains(#""code":"busy""#))
        #expect(lines.last?.hasPrefix(#"{"end":{"outcome":"done""#) == true)
        let failed = try await converse(
            [Self.start, #"{"failed":{"name":"broken","message":"no"}}"#], driver: .handlers)
        #expect(failed.last?.contains(#""error":{"type":"broken","message":"no","class":"other"}"#) == true)
    }

    @Test("an input that ends while the driver is asked ends the conversation")
    func cutOff() async throws {
        #expect(try await converse([Self.start], driver: .handlers).count == 1)
        #expect(try await converse([Self.start], driver: .service).count == 1)
    }

    @Test("a scripted service is asked with the request whole")
    func scriptedService() async throws {
        let lines = try await converse(
            [
                Self.start, #"{"reply":{"Challenge":"CODE","Session":"s"}}"#, #"{"submit":{"code":"123456"}}"#,
                #"{"error":{"type":"wrong","message":"no"}}"#, #"{"submit":{"code":"123456"}}"#, #"{"reply":"<html>"}"#,
            ], driver: .service)
        #expect(
            lines.first
                == #"{"call":{"operation":"Begin","request":{"User":"ana","Proof":"<proof>","Password":"p"}}}"#)
        #expect(lines.count { $0.hasPrefix(#"{"call":"#) } == 3)
        #expect(lines.last?.contains("malformed-reply") == true)
    }
}
