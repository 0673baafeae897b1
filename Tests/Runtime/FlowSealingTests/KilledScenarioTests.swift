import FlowCompiler
import FlowCore
import FlowIR
import FlowSealing
import FlowTesting
import Foundation
import TestSupport
import Testing

/// Conversations of the shipped flows in which every step is a process of its own, ended by SIGKILL before the next one goes on.
///
/// One conversation of each of some files, drawn anew in each run; all of them with `KEPT_KILLS=all`.
@Suite("conversations whose process is killed at every step")
struct KilledScenarioTests {
    private static let files = PackageFiles.names(in: "flows/scenarios").filter { $0.hasSuffix(".scenario.xml") }
    /// The number of files of a run of some.
    private static let sample = 12
    private static let isWhole = ProcessInfo.processInfo.environment["KEPT_KILLS"] == "all"

    @Test("say and end as those whose process lives")
    func killed() async throws {
        var (kills, ends) = (0, 0)
        for file in Self.isWhole ? Self.files : Array(Self.files.shuffled().prefix(Self.sample)) {
            try await giveWay()
            let played = try PlayedScenarios(file)
            let scenarios = Self.isWhole ? played.scenarios : [played.scenarios.randomElement()].compactMap { $0 }
            for scenario in scenarios {
                let turns = Turns(scenario)
                guard turns.count > 0 else { continue }
                let name = "\(file) \(scenario.name)"
                let bytes = try #require(try played.compilation.table())
                let whole = try await KeptFolder(bytes, turns).play(0..<turns.count, kills: false)
                let folder = try KeptFolder(bytes, turns)
                var lines: [String] = []
                for turn in 0..<turns.count { lines += try await folder.play(turn..<turn + 1, kills: true) }
                kills += turns.count
                #expect(lines == whole, "\(name)")
                #expect(!whole.contains { $0.hasPrefix("left ") }, "\(name): \(whole)")
                if let last = turns.expected { #expect(whole.last?.hasPrefix(last) == true, "\(name): \(whole)") }
                guard turns.hasEnded, FileManager.default.fileExists(atPath: folder.path + "/sealed") else { continue }
                ends += 1
                #expect(try await folder.resume() == ["resume spent-snapshot"], "\(name) has ended")
            }
        }
        print("kept: \(kills) kills, \(ends) ends")
        #expect(kills * 2 > Self.sample && (ends > 5 || !Self.isWhole))
    }
}

/// What a host and a service say in a scenario, one turn for each of the host's events. It is one sign-in, and ends before another one. It
/// also ends before an event that takes the place of a request: that is no step.
private struct Turns {
    private var turns: [JSONValue] = []
    /// What the service says in the last one.
    private var replies: [JSONValue] = []
    private var isCalling = false
    /// Whether a start was taken.
    private var hasBegun = false
    private let handlers: JSONValue
    /// Whether the last turn leads to an end.
    private(set) var hasEnded = false
    /// How the line of the last turn begins; nil where the scenario goes on behind it.
    private(set) var expected: String?

    var count: Int { turns.count }

    init(_ scenario: Scenario) {
        handlers = .object(
            scenario.handlers.map { name, script in
                switch script {
                case .gives(let text): JSONMember(name, .object([JSONMember("gives", Self.value(text))]))
                case .fails(let failure): JSONMember(name, .object([JSONMember("fails", .string(failure))]))
                }
            })
        let isWhole = scenario.lines.allSatisfy { take($0.line) }
        close()
        if !isWhole || isCalling { expected = nil }
    }

    /// Takes a line; false where the player cannot go on.
    private mutating func take(_ line: Scenario.Line) -> Bool {
        switch line {
        case .start, .submit, .select, .event:
            guard !isCalling, !hasEnded, !(line.isStart && hasBegun), let turn = Self.turn(line) else { return false }
            close()
            expected = nil
            turns.append(turn)
        case .reply(let json): return answer(JSONMember("body", Self.value(json)))
        case .error(let type, let message):
            return answer(JSONMember("error", .string(type)), JSONMember("message", .string(message)))
        case .call: (isCalling, hasBegun) = (true, true)
        case .present(let step, _, _, _, _): (hasBegun, expected) = (true, "present \(step) ")
        case .end(let outcome, _, _, _): (hasEnded, expected) = (true, "end \(outcome) ")
        case .refused(let code, _): expected = "refused \(code) "
        case .notify: break
        }
        return true
    }

    private mutating func answer(_ reply: JSONMember...) -> Bool {
        guard isCalling else { return false }
        isCalling = false
        replies.append(.object(reply))
        return true
    }

    /// Gives the last turn the replies that came in it.
    private mutating func close() {
        if let last = turns.popLast() {
            turns.append(.object((last.members ?? []) + [JSONMember("replies", .array(replies))]))
        }
        replies = []
    }

    /// The file that the player reads.
    var json: String {
        JSONValue.object([JSONMember("handlers", handlers), JSONMember("turns", .array(turns))]).jsonText
    }

    private static func turn(_ line: Scenario.Line) -> JSONValue? {
        switch line {
        case .start(let json): object("start", "", value(json))
        case .submit(let json): object("submit", "", value(json))
        case .select(let word): object("select", word, .object([]))
        case .event(let name, let json): object("event", name, value(json))
        default: nil
        }
    }

    private static func object(_ say: String, _ name: String, _ value: JSONValue) -> JSONValue {
        .object([JSONMember("say", .string(say)), JSONMember("name", .string(name)), JSONMember("value", value)])
    }

    private static func value(_ json: String) -> JSONValue { JSONValue(json: Array(json.utf8)) ?? .object([]) }
}

extension Scenario.Line {
    fileprivate var isStart: Bool {
        if case .start = self { return true }
        return false
    }
}

/// A folder in which processes keep one sign-in.
private final class KeptFolder {
    private let url = URL(fileURLWithPath: NSTemporaryDirectory() + "/kept-" + UUID().uuidString)
    private let count: Int

    var path: String { url.path }

    init(_ table: [UInt8], _ turns: Turns) throws {
        count = turns.count
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data(table).write(to: url.appendingPathComponent("table"))
        try Data(turns.json.utf8).write(to: url.appendingPathComponent("conversation"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The lines of a process that carries out these turns.
    func play(_ turns: Range<Int>, kills: Bool) async throws -> [String] {
        try await run([String(turns.lowerBound), String(turns.upperBound)] + (kills ? ["kill"] : []))
    }

    /// The lines of a process that goes on behind the last turn.
    func resume() async throws -> [String] { try await run([String(count), String(count)]) }

    private func run(_ arguments: [String]) async throws -> [String] {
        let all = [url.path] + arguments
        // On a thread of its own: other tests go on while it waits.
        let (said, isKilled) = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try Self.run(all) }) }
        }
        #expect(isKilled == arguments.contains("kill"))
        return said.split(separator: "\n").map(String.init)
    }

    private static func run(_ arguments: [String]) throws -> (said: String, isKilled: Bool) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("kept-player")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let isKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        return (String(decoding: said, as: UTF8.self), isKilled)
    }
}
