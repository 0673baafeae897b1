import FlowModel
import FlowTable

extension FlowEncoder {
    /// Puts a short-circuit test before code: tests that skip `body` where `condition` is `outcome`, then `body`.
    mutating func branch(
        _ condition: Condition, skippingIf outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        switch condition {
        case .not(let inner): return try branch(inner, skippingIf: !outcome, over: body)
        case .and(let first, let second):
            return outcome
                ? try either(first, second, holding: false, over: body)
                : try branch(first, skippingIf: false, over: branch(second, skippingIf: false, over: body))
        case .or(let first, let second):
            return outcome
                ? try branch(first, skippingIf: true, over: branch(second, skippingIf: true, over: body))
                : try either(first, second, holding: true, over: body)
        default: return try test(condition, skippingIf: outcome, over: body)
        }
    }

    /// Runs `body` where one of two conditions is `outcome`: the first leads over the tests of the second.
    private mutating func either(
        _ first: Condition, _ second: Condition, holding outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        let guarded = try branch(second, skippingIf: !outcome, over: body)
        let tests = Array(guarded.dropLast(body.count))
        return try branch(first, skippingIf: outcome, over: tests) + body
    }

    private mutating func test(
        _ condition: Condition, skippingIf outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        var writer = ByteWriter()
        let (opcode, operands) = parts(of: condition)
        writer.byte(opcode.rawValue | (outcome ? 1 : 0))
        for operand in operands { try writer.varint(operand) }
        try writer.varint(body.count)
        writer.append(body)
        return writer.bytes
    }

    /// The test that skips where a simple condition is false; the one that skips where it is true has the odd number after it.
    private mutating func parts(of condition: Condition) -> (Opcode, [Int]) {
        switch condition {
        case .present(let slot): (.ifPresent, [slot])
        case .equals(let slot, let text, let ignoringCase):
            (ignoringCase ? .ifEqualsFolded : .ifEquals, [slot, strings.number(text)])
        case .contains(let slot, let text): (.ifContains, [slot, strings.number(text)])
        case .matches(let slot, let pattern): (.ifMatches, [slot, pattern])
        case .hasAll(let holder, let wanted): (.ifHasAll, [holder, wanted])
        case .below(let counter, let number): (.ifBelow, [counter, number])
        // The connectives and constants never come here.
        case .constant, .not, .and, .or: (.skip, [])
        }
    }
}

extension Condition {
    /// The same condition with constants only as a whole.
    var withoutConstants: Condition {
        switch self {
        case .not(let inner):
            let inner = inner.withoutConstants
            if case .constant(let holds) = inner { return .constant(!holds) }
            return .not(inner)
        case .and(let first, let second):
            return Self.joined(first.withoutConstants, second.withoutConstants, neutral: true) { .and($0, $1) }
        case .or(let first, let second):
            return Self.joined(first.withoutConstants, second.withoutConstants, neutral: false) { .or($0, $1) }
        default: return self
        }
    }

    private static func joined(
        _ first: Condition, _ second: Condition, neutral: Bool, _ join: (Condition, Condition) -> Condition
    ) -> Condition {
        if case .constant(let holds) = first { return holds == neutral ? second : first }
        if case .constant(let holds) = second { return holds == neutral ? first : second }
        return join(first, second)
    }
}
