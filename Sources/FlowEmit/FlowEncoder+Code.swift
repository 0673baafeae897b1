import FlowModel
import FlowTable

extension FlowEncoder {
    /// Encodes a block. If control can reach its end, it rejects the event there, so that code always ends.
    mutating func encode(_ block: Block) throws(TableLimit) -> [UInt8] {
        var writer = ByteWriter()
        if try !write(block, to: &writer) {
            writer.byte(Opcode.refuse.rawValue)
            try writer.varint(strings.number(""))
        }
        return writer.bytes
    }

    /// - Returns: whether control never reaches the block's end.
    private mutating func write(_ block: Block, to writer: inout ByteWriter) throws(TableLimit) -> Bool {
        for instruction in block.instructions where try write(instruction, to: &writer) { return true }
        return false
    }

    /// - Returns: whether control never reaches the next instruction.
    private mutating func write(_ instruction: Instruction, to writer: inout ByteWriter) throws(TableLimit) -> Bool {
        switch instruction {
        case .jump(let state):
            try write(.jump, [state], to: &writer)
            return true
        case .jumpLast(let otherwise):
            try write(.jumpLast, [otherwise], to: &writer)
            return true
        case .refuse(let name):
            try write(.refuse, [strings.number(name)], to: &writer)
            return true
        case .when(let condition, let block): return try write(condition, block, to: &writer)
        default:
            try writeChange(instruction, to: &writer)
            return false
        }
    }

    private mutating func write(
        _ condition: Condition, _ block: Block, to writer: inout ByteWriter
    ) throws(TableLimit) -> Bool {
        let condition = condition.withoutConstants
        if case .constant(let holds) = condition { return holds ? try write(block, to: &writer) : false }
        var body = ByteWriter()
        _ = try write(block, to: &body)
        writer.append(try branch(condition, skippingIf: false, over: body.bytes))
        return false
    }

    private mutating func writeChange(_ instruction: Instruction, to writer: inout ByteWriter) throws(TableLimit) {
        switch instruction {
        case .set(let slot, let source): try writeSet(slot, source, to: &writer)
        case .merge(let slot, let added): try write(.merge, [slot, added], to: &writer)
        case .clear(let slots): try writeList(.clear, slots, to: &writer)
        case .remaining(let slot, let counter, let most): try write(.remaining, [slot, counter, most], to: &writer)
        case .begin(let slot, .seconds(let seconds)): try write(.begin, [slot, 0, seconds], to: &writer)
        case .begin(let slot, .slot(let source)): try write(.begin, [slot, source + 1, 0], to: &writer)
        case .remove(let slot, let entries):
            for entry in entries { try write(.remove, [slot, strings.number(entry)], to: &writer) }
        case .restart(let kept): try write(.clearExcept, [kept.count] + kept, to: &writer)
        case .count(let counter): try write(.count, [counter], to: &writer)
        case .reset(let counters): try writeList(.reset, counters, to: &writer)
        case .error(let type, let message):
            try write(.error, [strings.number(type), strings.number(message)], to: &writer)
        case .keepError: try write(.keepError, [], to: &writer)
        case .forgetReply: try write(.forgetReply, [], to: &writer)
        case .notify(let notification): try write(.notify, [record(notification)], to: &writer)
        case .require(let slots): try writeList(.require, slots, to: &writer)
        case .mark(let transition):
            if options.includesMarks { try write(.mark, [transition], to: &writer) }
        case .jump, .jumpLast, .refuse, .when: break
        }
    }

    private mutating func writeSet(_ slot: SlotID, _ source: Source, to writer: inout ByteWriter) throws(TableLimit) {
        switch source.origin {
        case .literal(let text): try write(.assign, [slot, strings.number(text)], to: &writer)
        case .slot(let origin):
            try write(.copy, [slot, origin, source.otherwise.map { $0 + 1 } ?? 0], to: &writer)
        }
    }

    private func writeList(_ opcode: Opcode, _ items: [Int], to writer: inout ByteWriter) throws(TableLimit) {
        if items.isEmpty { return }
        try write(opcode, [items.count] + items, to: &writer)
    }

    private func write(_ opcode: Opcode, _ operands: [Int], to writer: inout ByteWriter) throws(TableLimit) {
        writer.byte(opcode.rawValue)
        for operand in operands { try writer.varint(operand) }
    }
}
