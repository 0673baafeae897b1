import FlowIR
import FlowTable

extension FlowEncoder {
    /// Returns `body` after short-circuit tests that skip `body` if `condition` is `outcome`; empty if it cannot run.
    mutating func branch(
        _ condition: Condition, skippingIf outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        switch condition {
        case .not(let inner): return try branch(inner, skippingIf: !outcome, over: body)
        // One false operand makes a conjunction false, and one true operand makes a disjunction true.
        case .and(let first, let second) where !outcome, .or(let first, let second) where outcome:
            return try branch(first, skippingIf: outcome, over: branch(second, skippingIf: outcome, over: body))
        case .and(let first, let second), .or(let first, let second):
            return try branchOnEither(first, second, being: !outcome, over: body)
        case .leaf(let test): return try branch(on: test, skippingIf: outcome, over: body)
        case .constant(let holds): return holds == outcome ? [] : body
        }
    }

    /// Returns `body` after tests that skip `body` unless at least one of two conditions is `outcome`.
    ///
    /// If the first condition is `outcome`, the code skips the tests of the second.
    private mutating func branchOnEither(
        _ first: Condition, _ second: Condition, being outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        let secondTestsAndBody = try branch(second, skippingIf: !outcome, over: body)
        let secondTests = Array(secondTestsAndBody.dropLast(body.count))
        return try branch(first, skippingIf: outcome, over: secondTests) + body
    }

    /// Returns `body` after a test that skips `body` if the test's result is `outcome`.
    private mutating func branch(
        on test: ValueTest, skippingIf outcome: Bool, over body: [UInt8]
    ) throws(TableLimit) -> [UInt8] {
        var writer = ByteWriter()
        let (opcode, operands) = skipInstruction(for: test)
        // The next, odd opcode skips if the test is true.
        writer.appendByte(opcode.rawValue | (outcome ? 1 : 0))
        for operand in operands { try writer.appendVarint(operand) }
        try writer.appendVarint(body.count)
        writer.append(body)
        return writer.bytes
    }

    /// Returns the opcode that skips code if a test is false, and the operands before the distance.
    private mutating func skipInstruction(for test: ValueTest) -> (opcode: Opcode, operands: [Int]) {
        switch test {
        case .present(let slot): (.ifPresent, [slot.rawValue])
        case .equals(let slot, let text, let ignoringCase):
            (ignoringCase ? .ifEqualsFolded : .ifEquals, [slot.rawValue, strings.intern(text)])
        case .contains(let slot, let text): (.ifContains, [slot.rawValue, strings.intern(text)])
        case .matches(let slot, let pattern): (.ifMatches, [slot.rawValue, pattern.rawValue])
        case .hasAll(let holder, let wanted): (.ifHasAll, [holder.rawValue, wanted.rawValue])
        case .below(let counter, let number): (.ifBelow, [counter.rawValue, number])
        }
    }
}
