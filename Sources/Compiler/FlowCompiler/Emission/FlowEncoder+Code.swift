import FlowDiagnostics
import FlowIR
import FlowTable

extension FlowEncoder {
    /// Returns the code of a block, and adds the block's strings and the records of its notifications to the pools.
    ///
    /// If control can reach the end of the block, the code ends with an instruction that rejects the event.
    mutating func encode(_ block: Block) throws(TableLimit) -> [UInt8] {
        var writer = ByteWriter()
        if try !write(block, to: &writer) {
            writer.appendByte(Opcode.refuse.rawValue)
            try writer.appendVarint(strings.intern(""))
        }
        return writer.bytes
    }

    /// Writes the instructions of a block, up to the first that always leaves the block.
    ///
    /// - Returns: whether the block has such an instruction
    private mutating func write(_ block: Block, to writer: inout ByteWriter) throws(TableLimit) -> Bool {
        for instruction in block.instructions {
            if try write(instruction, to: &writer) { return true }
        }
        return false
    }

    /// Writes an instruction, including the block of a conditional one.
    ///
    /// - Returns: whether the instruction always leaves the block
    private mutating func write(_ instruction: Instruction, to writer: inout ByteWriter) throws(TableLimit) -> Bool {
        switch instruction {
        case .jump(let state):
            try write(.jump, [state.rawValue], to: &writer)
            return true
        case .jumpLast(let otherwise):
            try write(.jumpLast, [otherwise.rawValue], to: &writer)
            return true
        case .refuse(let name):
            try write(.refuse, [strings.intern(name)], to: &writer)
            return true
        case .when(let condition, let block): return try write(condition, block, to: &writer)
        default:
            try writeStraightLine(instruction, to: &writer)
            return false
        }
    }

    /// Writes a block that runs if a condition is true. Writes nothing if the condition is constantly false.
    ///
    /// - Returns: whether control never reaches the next instruction: the condition is constantly true, and the block
    ///   always ends with a jump or a refusal
    private mutating func write(
        _ condition: Condition, _ block: Block, to writer: inout ByteWriter
    ) throws(TableLimit) -> Bool {
        let condition = condition.withoutConstants
        if case .constant(let holds) = condition { return holds ? try write(block, to: &writer) : false }
        var body = ByteWriter()
        // The result does not matter: if the condition is false, control reaches the instructions after the block.
        _ = try write(block, to: &body)
        writer.append(try branch(condition, skippingIf: false, over: body.bytes))
        return false
    }

    /// Writes a straight-line instruction, after which the block continues. The options decide whether to write marks.
    private mutating func writeStraightLine(
        _ instruction: Instruction, to writer: inout ByteWriter
    ) throws(TableLimit) {
        switch instruction {
        case .set(let slot, let source): try writeSet(slot, source, to: &writer)
        case .merge(let slot, let added): try write(.merge, [slot.rawValue, added.rawValue], to: &writer)
        case .clear(let slots): try writeList(.clear, slots, to: &writer)
        case .remaining(let slot, let counter, let most):
            try write(.remaining, [slot.rawValue, counter.rawValue, most], to: &writer)
        // The second operand is 1 + the slot that has the time limit, or 0 if the third one is the limit in seconds.
        case .begin(let slot, .seconds(let seconds)): try write(.begin, [slot.rawValue, 0, seconds], to: &writer)
        case .begin(let slot, .slot(let source)):
            try write(.begin, [slot.rawValue, source.rawValue + 1, 0], to: &writer)
        case .remove(let slot, let entries):
            for entry in entries { try write(.remove, [slot.rawValue, strings.intern(entry)], to: &writer) }
        // Without kept slots, the instruction clears all, so it is written with an empty list, too.
        case .restart(let kept): try write(.clearExcept, [kept.count] + kept.map(\.rawValue), to: &writer)
        case .count(let counter): try write(.count, [counter.rawValue], to: &writer)
        case .reset(let counters): try writeList(.reset, counters, to: &writer)
        case .error(let type, let message):
            try write(.error, [strings.intern(type), strings.intern(message)], to: &writer)
        case .keepError: try write(.keepError, [], to: &writer)
        case .forgetReply: try write(.forgetReply, [], to: &writer)
        case .notify(let notification): try write(.notify, [addRecord(notification)], to: &writer)
        case .require(let slots): try writeList(.require, slots, to: &writer)
        case .mark(let transition):
            if options.includesMarks { try write(.mark, [transition.rawValue], to: &writer) }
        // These instructions are not straight-line. The caller writes them itself.
        case .jump, .jumpLast, .refuse, .when: break
        }
    }

    /// Writes the instruction that assigns a source to a slot.
    private mutating func writeSet(_ slot: SlotID, _ source: Source, to writer: inout ByteWriter) throws(TableLimit) {
        switch source.origin {
        case .literal(let text): try write(.assign, [slot.rawValue, strings.intern(text)], to: &writer)
        case .slot(let origin):
            // Zero means that there is no other slot to read if the origin is absent.
            try write(
                .copy, [slot.rawValue, origin.rawValue, source.otherwise.map { $0.rawValue + 1 } ?? 0], to: &writer)
        }
    }

    /// Writes an instruction whose operand is a list of ids, unless the list is empty.
    private func writeList<Tag>(
        _ opcode: Opcode, _ items: [ID<Tag>], to writer: inout ByteWriter
    ) throws(TableLimit) {
        if items.isEmpty { return }
        try write(opcode, [items.count] + items.map(\.rawValue), to: &writer)
    }

    private func write(_ opcode: Opcode, _ operands: [Int], to writer: inout ByteWriter) throws(TableLimit) {
        writer.appendByte(opcode.rawValue)
        for operand in operands { try writer.appendVarint(operand) }
    }
}
