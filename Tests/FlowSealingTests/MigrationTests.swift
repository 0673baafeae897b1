import FlowCompiler
import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import TestSupport
import Testing

/// Pending sign-ins of one version of a flow go on in the next one, or are refused with a reason.
@Suite("migration of pending sign-ins")
struct MigrationTests {
    @Test("sign-ins go on after a change that does not touch their step", arguments: VersionChange.harmless)
    func goesOn(_ change: VersionChange) async throws {
        let versions = try Versions(change)
        #expect(versions.migration.refusedSteps.isEmpty, "\(versions.migration.refusals)")
        let sealed = try await versions.pending(wrongCodes: 0)
        let runner = try versions.resumed(sealed)
        let step = await runner.step?.presentation
        #expect(step?.step == change.step)
        let end = await runner.submit(json(#"{"code":"123456"}"#)).outcome
        #expect(end?.name == "signed-in")
        #expect(end?.parameters["token"] == .string("planted-token"))
    }

    @Test("sign-ins are refused with a reason where their step is another one", arguments: VersionChange.refused)
    func refused(_ change: VersionChange) async throws {
        let versions = try Versions(change)
        #expect(versions.migration.refusedSteps.first?.code == change.reason)
        #expect(versions.migration.refusedSteps.first?.name == change.about)
        let sealed = try await versions.pending(wrongCodes: 0)
        #expect(error { try versions.sealer(versions.map).open(sealed, now: 1) } == .cannotMigrate)
    }

    /// The step shows a value, so that it is needed there.
    private static func showing(_ input: String) throws -> String {
        try Versions.readmeFlow().replacing(#"<input name="clientId""#, with: input + #"<input name="clientId""#)
            .replacing(#"<ask name="code""#, with: #"<show name="way" from="way"/><ask name="code""#)
    }

    @Test("what the new version takes for granted of a value must hold in the old one")
    func assumptions() throws {
        let open = try Self.showing(#"<input name="way"/>"#)
        let given = try Self.showing(#"<input name="way" required="true"/>"#)
        let two = try Self.showing(#"<input name="way" type="choice" of="SMS MAIL" required="true"/>"#)
        let three = try Self.showing(#"<input name="way" type="choice" of="SMS MAIL CALL" required="true"/>"#)
        let cases = [
            (open, given, "value-uncertain"), (three, two, "values-changed"), (given, two, "value-missing"),
        ]
        for (old, new, code) in cases {
            #expect(try Versions(from: old, to: new).migration.refusedSteps.map(\.code) == [code])
        }
        for (old, new) in [(given, open), (two, three)] {
            #expect(try Versions(from: old, to: new).migration.refusedSteps.isEmpty)
        }
    }

    @Test("attempts that were used up stay used up", arguments: 0...2)
    func attempts(_ wrong: Int) async throws {
        let versions = try Versions(VersionChange.lockedOut)
        let runner = try versions.resumed(try await versions.pending(wrongCodes: wrong), reply: .wrongCode)
        for _ in wrong..<2 {
            #expect(await runner.submit(json(#"{"code":"000000"}"#)).presentation != nil)
        }
        #expect(await runner.submit(json(#"{"code":"000000"}"#)).outcome?.name == "locked")
    }

    @Test("a limit that was lowered counts at the next wrong answer")
    func loweredLimit() async throws {
        let versions = try Versions(
            VersionChange("a lower limit") { $0.replacing(#"attempts="3""#, with: #"attempts="1""#) })
        let runner = try versions.resumed(try await versions.pending(wrongCodes: 2), reply: .wrongCode)
        #expect(await runner.submit(json(#"{"code":"000000"}"#)).outcome?.name == "failed")
    }

    @Test("a request that was on its way ends as one without an answer")
    func calling() async throws {
        let versions = try Versions(VersionChange.lockedOut)
        var session = try await versions.session(wrongCodes: 1)
        _ = session.submit(json(#"{"code":"123456"}"#))
        let first = FlowSnapshot(first: try #require(session.state), expiry: 1000)
        let sealed = try versions.sealer([], of: versions.old).seal(first.successor(first.state, .calling))
        let runner = try versions.resumed(sealed)
        #expect(await runner.recover().outcome?.name == "failed")
    }

    @Test("maps follow each other, and without a map a sign-in is of another table")
    func chain() async throws {
        let first = try Versions(VersionChange.lockedOut)
        let second = try Versions(
            VersionChange("another end and text") {
                VersionChange.lockedOut.apply($0).replacing("TYPE_THE_CODE", with: "ENTER_CODE")
            })
        let onwards = try Versions(from: first.newText, to: second.newText)
        let sealed = try await first.pending(wrongCodes: 0)
        let both = try onwards.sealer(first.map + onwards.map).open(sealed, now: 1)
        _ = try FlowSession(restoring: both.state, onwards.new)
        for maps in [[], first.map, onwards.map, try Versions(from: second.newText, to: first.newText).map] {
            #expect(error { try onwards.sealer(maps).open(sealed, now: 1) } == .anotherTable)
        }
    }

    @Test("whose a sign-in is counts before its version")
    func binding() async throws {
        let versions = try Versions(VersionChange.removedStep)
        let sealed = try await versions.pending(wrongCodes: 0)
        #expect(
            error { try versions.sealer(versions.map, pool: "other").open(sealed, now: 1) } == .anotherBinding(.pool))
        #expect(error { try versions.sealer(versions.map).open(sealed, now: 1000) } == .expired)
    }

    @Test("a map that was cut off or is of something else is refused")
    func brokenMaps() throws {
        let text = Array(try Versions(VersionChange.lockedOut).text.utf8)
        _ = try FlowMigration(parsing: text)
        for count in text.indices where text[count...].contains(UInt8(ascii: "}")) {
            #expect(throws: FlowMigration.ReadError.notAMigration) { try FlowMigration(parsing: Array(text[..<count])) }
        }
        let whole = String(decoding: text, as: UTF8.self)
        let faults = [
            (#""flowMigration": 1"#, #""flowMigration": 2"#), (#""slots": "#, #""slots": -"#),
            (#""slots": "#, #""slots": 99999"#), (#""counters": [["#, #""counters": [[16,"#),
            (#""from": ""#, #""from": "z"#), ("[0, ", "[-1, "),
        ]
        for (good, bad) in faults {
            let broken = Array(whole.replacing(good, with: bad).utf8)
            #expect(throws: FlowMigration.ReadError.notAMigration) { try FlowMigration(parsing: broken) }
        }
    }

    /// States and slots that a map names and no table has are refused before anything runs.
    @Test("a map whose numbers are changed leads to no damaged session")
    func changedNumbers() async throws {
        let versions = try Versions(VersionChange.lockedOut)
        let sealed = try await versions.pending(wrongCodes: 0)
        var refused = 0
        let text = versions.text
        let start = try #require(text.firstRange(of: #""slots""#)?.lowerBound)
        for index in text.indices[start...] where text[index].isNumber {
            for digit in "0123456789" {
                var changed = text
                changed.replaceSubrange(index...index, with: String(digit))
                guard let map = try? FlowMigration(parsing: Array(changed.utf8)) else { continue }
                let state = try? versions.sealer([map]).open(sealed, now: 1).state
                guard let state, (try? FlowSession(restoring: state, versions.new)) != nil else {
                    refused += 1
                    continue
                }
            }
        }
        #expect(refused > 0)
    }

    @Test("every shipped flow maps to itself at every step and request", arguments: Versions.shipped)
    func shipped(_ path: String) throws {
        let compilation = FlowCompiler.compile(path: path, loader: try Versions.loader())
        let migration = try #require(compilation.migration(to: compilation))
        #expect(migration.refusals.isEmpty)
    }
}
