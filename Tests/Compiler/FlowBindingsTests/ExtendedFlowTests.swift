import CognitoHandlers
import FlowCompiler
import FlowDiagnostics
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// An extension of the kiosk flow, used by a host that was written for the kiosk flow.
@Suite("Flows that extend a flow with generated types") struct ExtendedFlowTests {
    /// A flow with a step, a command and an outcome that its base does not have.
    private static let flow = """
        <flow name="kiosk-tour" extends="kiosk.flow.xml">
          <command name="leave"/>
          <step id="rules" inherit="extend"><on select="AGREE" to="tour"/></step>
          <step id="tour" present="SHOW_THE_TOUR">
            <show name="building" from="building"/>
            <on event="submit" to="way"/>
            <on event="leave" to="left"/>
          </step>
          <end id="left" outcome="leftEarly"/>
          <reachable end="left"/>
        </flow>
        """

    @Test("the committed file is what the compiler generates") func golden() throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows")).replacing(
            "flows/kiosk-tour.flow.xml", with: Array(Self.flow.utf8))
        let compilation = FlowCompiler.compile(path: "flows/kiosk-tour.flow.xml", loader: loader)
        let table = try #require(try compilation.table())
        let base = try #require(BaseFlow(of: compilation, loader: loader))
        #expect(base.type == "Kiosk")
        let options = SwiftOptions(
            command: "flowc generate swift kiosk-tour.flow.xml", version: "0.1.0", base: base)
        let text = SwiftWriter.file(try #require(HostInterface(compilation)), table: table, options: options)
        let path = "Tests/Compiler/FlowBindingsTests/KioskTour.swift"
        if Environment.isRecording { try PackageFiles.write(text, to: path) }
        #expect(text == (try PackageFiles.text(path)), "read the difference, and record it with RECORD=1")
    }

    private let codes = Locked<[String]>([])

    /// A session of the extension against a pool with one user.
    private func tour() async throws -> KioskTour {
        let pool = CognitoUserPool(
            PoolConfiguration(),
            environment: PoolEnvironment(deliver: { [codes] sent in codes.withLock { $0.append(sent.code) } }))
        try await pool.add(
            PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"]))
        let settings = try CognitoSettings(
            poolID: pool.configuration.poolID, deviceName: "kiosk", secrets: MemorySecretStore())
        return try KioskTour(handlers: .cognito(settings), service: pool)
    }

    /// A host of the kiosk flow, which knows nothing of the extension.
    private func answer(_ step: Kiosk.Step) async throws -> Kiosk.Step {
        switch step {
        case .whoAreYou(let it): return try await it.submit(badge: "ana")
        case .houseRules(let it): return try await it.submit(.agree)
        case .howWillYouProveIt(let it): return try await it.submit(.mail)
        case .typeTheCode(let it): return try await it.submit(code: codes.current.last ?? "")
        case .typeThePassword(let it): return try await it.back()
        case .ended: return step
        }
    }

    @Test("the host signs in, and the added step comes between") func signIn() async throws {
        let tour = try await tour()
        var step = try await tour.baseStep { try await tour.start(KioskTour.Inputs(building: "north")) }
        var added: [String] = []
        var username: String?
        while username == nil {
            switch step {
            case .base(.ended(.signedIn(let tokens))): username = tokens.username
            case .base(.ended), .ended:
                Issue.record("not signed in")
                return
            case .base(let known): step = try await tour.baseStep { try await answer(known) }
            case .showTheTour(let it):
                added.append(it.building)
                step = try await tour.baseStep { try await it.submit() }
            }
        }
        #expect(username == "ana")
        #expect(added == ["north"])
    }

    @Test("a step that the base flow lacks is refused") func lacking() async throws {
        let tour = try await tour()
        let first = try await tour.baseStep { try await tour.start(KioskTour.Inputs()) }
        guard case .base(.whoAreYou(let badge)) = first,
            case .houseRules(let rules) = try await badge.submit(badge: "ana")
        else {
            Issue.record("another step")
            return
        }
        let refusal = await #expect(throws: FlowRefusal.self) { try await rules.submit(.agree) }
        #expect(refusal?.description == "not-handled: the session runs another flow")
    }

    @Test("an added outcome is a case of its own, also for whoever only iterates") func leave() async throws {
        let tour = try await tour()
        _ = try await tour.start(KioskTour.Inputs())
        var seen: [String] = []
        for await step in tour.baseSteps {
            switch step {
            case .base(.ended): seen.append("base ended")
            case .base(let known):
                seen.append("base")
                _ = try await tour.baseStep { try await answer(known) }
            case .showTheTour(let it):
                seen.append("tour")
                _ = try await it.leave()
            case .ended(.leftEarly): seen.append("left early")
            case .ended: seen.append("ended")
            }
        }
        #expect(seen == ["base", "base", "tour", "left early"])
    }

    @Test("a refusal that changes nothing is thrown, and the step still stands") func refused() async throws {
        let tour = try await tour()
        let step = try await tour.baseStep { try await tour.start(KioskTour.Inputs()) }
        guard case .base(.whoAreYou(let badge)) = step else {
            Issue.record("another step")
            return
        }
        await #expect(throws: FlowRefusal(.patternMismatch, "badge")) {
            _ = try await tour.baseStep { try await badge.submit(badge: "1") }
        }
        _ = try await tour.baseStep { try await badge.submit(badge: "ana") }
        await #expect(throws: FlowRefusal(.superseded, "submit")) {
            _ = try await tour.baseStep { try await badge.submit(badge: "ana") }
        }
        guard case .base(.houseRules) = await tour.baseStep else {
            Issue.record("the refusal changed the session")
            return
        }
    }
}

/// What of an extension a host of the base flow can present.
@Suite("Steps of a base flow") struct BaseStepTests {
    private static let base = """
        <flow name="base" start="first">
          <data><input name="title" required="true"/></data>
          <command name="skip"/>
          <step id="first" present="FIRST">
            <show name="title" from="title"/>
            <ask name="way" of="MAIL TEXT"/>
            <on event="submit skip" to="done"/>
          </step>
          <on event="cancel" to="done"/>
          <end id="done"/>
        </flow>
        """

    /// The line of the case for the base flow's step and the other cases of `BaseStep`.
    private static func cases(_ changes: String, of baseText: String = base) throws -> [String] {
        let files = [
            "base.flow.xml": baseText,
            "case.flow.xml": "<flow name=\"case\" extends=\"base.flow.xml\">\(changes)</flow>",
        ]
        let loader = MemoryLoader(texts: files)
        let compilation = FlowCompiler.compile(path: "case.flow.xml", loader: loader)
        let interface = try #require(HostInterface(compilation), "\(compilation.diagnostics.map(\.message))")
        let base = try #require(BaseFlow(of: compilation, type: "My.Base", loader: loader))
        let text = SwiftWriter.file(
            interface, table: [], options: SwiftOptions(command: "case", version: "0.0.0", base: base))
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let start = try #require(lines.firstIndex { $0.hasPrefix("enum BaseStep") })
        return lines[start...].prefix { !$0.hasPrefix("init?") }.filter { $0.hasPrefix("case ") }.map {
            String($0.dropFirst(5))
        }
    }

    @Test(
        "a step that a host of the base flow cannot present or answer is a case of its own",
        arguments: [
            ("", []),
            ("<step id=\"first\" inherit=\"extend\"><show name=\"more\" value=\"x\"/></step>", []),
            ("<step id=\"first\" inherit=\"extend\"><ask name=\"pin\" required=\"false\"/></step>", []),
            ("<step id=\"first\" inherit=\"extend\"><ask name=\"pin\"/></step>", ["first(First)"]),
            ("<step id=\"first\" inherit=\"extend\"><on event=\"skip\" refuse=\"no\"/></step>", ["first(First)"]),
            ("<data><input name=\"title\"/></data>", ["first(First)"]),
            ("<step id=\"first\" inherit=\"extend\"><ask name=\"way\" of=\"MAIL\"/></step>", ["first(First)"]),
            (
                "<step id=\"first\" inherit=\"extend\"><on event=\"submit\" to=\"first\"><error type=\"again\"/></on></step>",
                ["first(First)"]
            ),
            ("<end id=\"other\"/><on event=\"back\" to=\"other\"/>", ["ended(Outcome)"]),
            (
                "<step id=\"first\" inherit=\"extend\"><on event=\"submit\" to=\"second\"/></step><step id=\"second\"><on event=\"submit\" to=\"done\"/></step>",
                ["second(Second)"]
            ),
        ])
    func own(_ changes: String, _ cases: [String]) throws {
        #expect(try Self.cases(changes) == ["base(My.Base.Step)"] + cases)
    }

    @Test(
        "a step that asks for words accepts the answers of a base flow that has no others",
        arguments: [
            ("type=\"choice\"", "type=\"choice\" of=\"MAIL\"", ["first(First)"]),
            ("type=\"choice\"", "type=\"choice\"", []),
            ("of=\"MAIL TEXT\"", "type=\"choice\"", []),
            ("of=\"MAIL TEXT\"", "of=\"TEXT MAIL APP\"", []),
            ("of=\"MAIL TEXT\"", "of=\"MAIL APP\"", ["first(First)"]),
        ])
    func words(_ known: String, _ asked: String, _ cases: [String]) throws {
        let base = Self.base.replacing("of=\"MAIL TEXT\"", with: known)
        let changes = "<step id=\"first\" inherit=\"extend\"><ask name=\"way\" \(asked)/></step>"
        #expect(try Self.cases(changes, of: base) == ["base(My.Base.Step)"] + cases)
    }

    @Test("a flow without a base, or with an abstract one, has no conversion") func none() {
        for text in [Self.base, "<flow name=\"case\" extends=\"base.flow.xml\"/>"] {
            let loader = MemoryLoader(texts: [
                "case.flow.xml": text,
                "base.flow.xml": Self.base.replacing("name=\"base\"", with: "name=\"base\" abstract=\"true\""),
            ])
            let compilation = FlowCompiler.compile(path: "case.flow.xml", loader: loader)
            #expect(HostInterface(compilation) != nil)
            #expect(BaseFlow(of: compilation, loader: loader) == nil)
        }
    }
}
