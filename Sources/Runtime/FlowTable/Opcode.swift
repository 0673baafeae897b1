/// The opcodes of a transition's code. Each comment lists the operands, which are variable-length integers.
///
/// A case without a comment has the same operands as the case before it.
///
/// A test with an even opcode skips code if its condition is false. The next, odd opcode skips code if the condition is
/// true. The distance is the number of bytes to skip after the instruction. Since it is never negative, code always
/// ends.
package enum Opcode: UInt8, CaseIterable {
    /// state
    case jump = 0x01
    /// state: the target if no step was presented since the start; otherwise the target is the last presented step
    case jumpLast = 0x02
    /// string: the code of the refusal
    case refuse = 0x03
    /// distance
    case skip = 0x04
    /// slot, distance
    case ifPresent = 0x10
    case ifAbsent = 0x11
    /// slot, string, distance
    case ifEquals = 0x12
    case ifDiffers = 0x13
    case ifEqualsFolded = 0x14
    case ifDiffersFolded = 0x15
    case ifContains = 0x16
    case ifLacks = 0x17
    /// slot, pattern, distance
    case ifMatches = 0x18
    case ifMismatches = 0x19
    /// slot, slot, distance
    case ifHasAll = 0x1A
    case ifMisses = 0x1B
    /// counter, number, distance
    case ifBelow = 0x1C
    case ifReached = 0x1D
    /// slot, source slot, 1 + other source slot or 0
    case copy = 0x30
    /// slot, string
    case assign = 0x31
    /// count, slots
    case clear = 0x32
    /// counter
    case count = 0x33
    /// count, counters
    case reset = 0x34
    /// type string, message string
    case error = 0x35
    /// record
    case notify = 0x36
    /// count, slots
    case require = 0x37
    /// number of the transition as written in the source
    case mark = 0x38
    /// count, slots kept
    case clearExcept = 0x39
    /// slot, slot whose entries are added
    case merge = 0x3A
    /// no operands
    case keepError = 0x3B
    /// no operands
    case forgetReply = 0x3C
    /// slot, counter, number from which the counter is subtracted
    case remaining = 0x3D
    /// slot, string: the entry to remove
    case remove = 0x3E
    /// slot, 1 + slot that holds the seconds or 0, seconds
    case begin = 0x3F

    /// The kinds of the operands, in order.
    package var operands: [Operand] {
        switch self {
        case .jump, .jumpLast: [.state]
        case .refuse: [.string]
        case .skip: [.distance]
        case .ifPresent, .ifAbsent: [.slot, .distance]
        case .ifEquals, .ifDiffers, .ifEqualsFolded, .ifDiffersFolded, .ifContains, .ifLacks:
            [.slot, .string, .distance]
        case .ifMatches, .ifMismatches: [.slot, .pattern, .distance]
        case .ifHasAll, .ifMisses: [.slot, .slot, .distance]
        case .ifBelow, .ifReached: [.counter, .number, .distance]
        case .copy: [.slot, .slot, .optionalSlot]
        case .assign: [.slot, .string]
        case .merge: [.slot, .slot]
        case .keepError, .forgetReply: []
        case .clear, .require, .clearExcept: [.slots]
        case .count: [.counter]
        case .reset: [.counters]
        case .error: [.string, .string]
        case .remaining: [.slot, .counter, .number]
        case .remove: [.slot, .string]
        case .begin: [.slot, .optionalSlot, .number]
        case .notify: [.record]
        case .mark: [.number]
        }
    }

    /// Whether a run leaves the block after this instruction.
    var endsCode: Bool { self == .jump || self == .jumpLast || self == .refuse }

    /// Whether the instruction stores a value in the slot that is its first operand.
    ///
    /// `remove` does not count, because it changes only lists and maps, and their values need no check.
    var assignsSlot: Bool { self == .copy || self == .assign || self == .merge || self == .remaining || self == .begin }

    /// The kind of an operand, which determines its bound.
    package enum Operand {
        case state, string, slot, optionalSlot, slots, counter, counters, pattern, record, number, distance
    }
}
