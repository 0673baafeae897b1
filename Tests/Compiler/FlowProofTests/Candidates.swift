import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable
import TestSupport

/// Values of which one satisfies almost any conditions that a flow can make.
struct Candidates {
    private let texts: [String]
    private let words: [String]
    private let flow: LoweredFlow

    init(_ flow: LoweredFlow) {
        self.flow = flow
        let pool = ValuePool(flow)
        let words = Array(pool.literals.prefix(12))
        self.words = words
        let matching = pool.accepted.flatMap { $0 }
        let pairs = words.flatMap { first in words.map { first + $0 } }
        texts = (["q7"] + words + matching + [words.joined()] + pairs + words.map { $0 + "q7" } + [""]).uniqued
    }

    /// Values of a type, absence last where it is possible.
    func values(_ type: SlotType, isOptional: Bool) -> [FlowValue?] {
        var result: [FlowValue?]
        switch type {
        case .list: result = lists.map { .list($0) }
        case .map: result = lists.map { .map($0.map { FlowEntry(key: $0, value: "q7") }) }
        case .flag: result = [.text("true"), .text("false")]
        case .digits:
            result = (["7", "42"] + texts.filter { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }).map {
                .text($0)
            }
        case .seconds: result = ["60", "1", "86400"].map { .text($0) }
        default: result = texts.map { .text($0) }
        }
        if isOptional { result.append(nil) }
        return result
    }

    private var lists: [[String]] {
        let usable = words.filter { !$0.isEmpty && !$0.contains(",") }
        return [["q7"]] + usable.map { [$0] } + [usable, usable + ["q8"], ["q7", "q8"], []]
    }

    /// What the host may give to an ask.
    func values(_ ask: Ask) -> [FlowValue?] {
        let type = flow.slots[ask.slot].type
        let isOptional = !ask.isRequired && ask.fallback == nil
        var result = values(type, isOptional: isOptional)
        if !ask.words.isEmpty {
            let words = ask.words.map(\.text)
            let spelled = words + (ask.ignoresCase ? words.map { $0.uppercased() } : [])
            result = spelled.uniqued.map { .text($0) } + (isOptional ? [nil] : [])
        }
        if let length = ask.length { result += [.text(String(repeating: "7", count: length))] }
        return result.filter { isAccepted($0, ask) }
    }

    private func isAccepted(_ value: FlowValue?, _ ask: Ask) -> Bool {
        if ask.isNonEmpty, value?.isPresent == false || value?.text?.isEmpty == true { return false }
        guard let text = value?.text else { return true }
        if let length = ask.length, text.unicodeScalars.count != length { return false }
        return ask.pattern.map { flow.patterns[$0].accepts(Array(text.utf8)) } ?? true
    }

    /// Texts, for types and messages of errors.
    func texts(besides taken: [String]) -> [FlowValue?] { texts.filter { !taken.contains($0) }.map { .text($0) } }
}
