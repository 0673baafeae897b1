import FlowModel
import FlowTable

extension FlowEncoder {
    /// Prepends short-circuit tests that skip `body` if `condition` is `outcome`.
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
        case .leaf(let test): return try self.test(test, skippingIf: outcome, over: body)
        case .constant(let holds): return holds == outcome ? [] : body
        }
    }

    /// Runs `body` if one of two conditions is `outcome`.
    ///
    /// The first condition skips the tests of the second.
    private mutating func either(
        _ first: Condition, _ second: Condition, holding outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        let guarded = try branch(second, skippingIf: !outcome, over: body)
        let tests = Array(guarded.dropLast(body.count))
        return try branch(first, skippingIf: outcome, over: tests) + body
    }

    private mutating func test(
        _ test: ValueTest, skippingIf outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        var writer = ByteWriter()
        let (opcode, operands) = parts(of: test)
        writer.byte(opcode.rawValue | (outcome ? 1 : 0))
        for operand in operands { try writer.varint(operand) }
        try writer.varint(body.count)
        writer.append(body)
        return writer.bytes
    }

    /// The opcode that skips if a test is false, with its operands.
    ///
    /// The next, odd opcode skips if the test is true.
    private mutating func parts(of test: ValueTest) -> (Opcode, [Int]) {
        switch test {
        case .present(let slot): (.ifPresent, [slot])
        case .equals(let slot, let text, let ignoringCase):
            (ignoringCase ? .ifEqualsFolded : .ifEquals, [slot, strings.number(text)])
        case .contains(let slot, let text): (.ifContains, [slot, strings.number(text)])
        case .matches(let slot, let pattern): (.ifMatches, [slot, pattern])
        case .hasAll(let holder, let wanted): (.ifHasAll, [holder, wanted])
        case .below(let counter, let number): (.ifBelow, [counter, number])
        }
    }
}
