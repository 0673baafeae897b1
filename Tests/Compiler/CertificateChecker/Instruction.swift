/// A test of one value, or of what was done with a session. What is known of a run is said with these.
enum Atom: Hashable {
    case present(Int)
    case equals(Int, [UInt8])
    /// With ASCII letters in lower case.
    case folded(Int, [UInt8])
    case contains(Int, [UInt8])
    case matches(Int, Int)
    case hasAll(Int, Int)
    /// The service has not answered the session in the slot.
    case fresh(Int)
    /// Two slots do not hold the same session.
    case apart(Int, Int)

    var slots: [Int] {
        switch self {
        case .present(let slot), .equals(let slot, _), .folded(let slot, _), .contains(let slot, _),
            .matches(let slot, _), .fresh(let slot):
            [slot]
        case .hasAll(let one, let other), .apart(let one, let other): [one, other]
        }
    }

    /// The same of another slot, in the place of one.
    func moved(_ slot: Int, to other: Int) -> Atom {
        switch self {
        case .present: .present(other)
        case .equals(_, let text): .equals(other, text)
        case .folded(_, let text): .folded(other, text)
        case .contains(_, let text): .contains(other, text)
        case .matches(_, let pattern): .matches(other, pattern)
        case .fresh: .fresh(other)
        case .hasAll(let holder, let wanted):
            .hasAll(holder == slot ? other : holder, wanted == slot ? other : wanted)
        case .apart(let one, let two): .apart(pair: one == slot ? two : one, other)
        }
    }

    static func apart(pair one: Int, _ other: Int) -> Atom { .apart(min(one, other), max(one, other)) }
}

/// An instruction of a block, its skips as positions.
enum Instruction {
    enum Test {
        case known(Bool)
        case atom(Atom)
        case below(Int, Int)
    }

    case jump(Int), jumpLast(Int), refuse, skip(Int)
    case test(Test, skippingIf: Bool, to: Int)
    case copy(Int, Int, otherwise: Int?), assign(Int, [UInt8]), merge(Int, Int), remaining(Int), remove(Int, [UInt8])
    case clear([Int]), clearExcept([Int]), count(Int), reset([Int]), require([Int])
    case error([UInt8], [UInt8]), keepError, forgetReply, nothing
}

extension Table {
    /// The instructions of a block: known ones with operands in range, that skip forward and end.
    func readBlock(_ cursor: inout Cursor) throws(Refusal) -> [Instruction] {
        var result: [Instruction] = []
        var starts: [Int: Int] = [:]
        var ends = false
        while cursor.offset < cursor.end {
            starts[cursor.offset] = result.count
            let instruction = try readInstruction(&cursor)
            switch instruction {
            case .jump, .jumpLast, .refuse: ends = true
            default: ends = false
            }
            result.append(instruction)
        }
        guard ends else { throw cursor.fault }
        for index in result.indices {
            switch result[index] {
            case .skip(let place):
                guard let target = starts[place] else { throw cursor.fault }
                result[index] = .skip(target)
            case .test(let test, let outcome, let place):
                guard let target = starts[place] else { throw cursor.fault }
                result[index] = .test(test, skippingIf: outcome, to: target)
            default: continue
            }
        }
        return result
    }

    private func readInstruction(_ cursor: inout Cursor) throws(Refusal) -> Instruction {
        let code = try cursor.byte()
        switch code {
        case 0x01: return .jump(try cursor.number(below: kinds.count))
        case 0x02: return .jumpLast(try cursor.number(below: kinds.count))
        case 0x03:
            _ = try text(&cursor)
            return .refuse
        case 0x04:
            let distance = try cursor.number()
            return .skip(cursor.offset + distance)
        case 0x10...0x1D:
            let test = try readTest(code & ~1, &cursor)
            let distance = try cursor.number()
            return .test(test, skippingIf: code & 1 != 0, to: cursor.offset + distance)
        case 0x30:
            let (slot, source) = (try readSlot(&cursor), try readSlot(&cursor))
            let other = try cursor.number(below: types.count + 1)
            for from in [source] + (other > 0 ? [other - 1] : []) {
                guard isCollection(slot) || isCollection(from) ? types[slot] == types[from] : true else {
                    throw cursor.fault
                }
            }
            return .copy(slot, source, otherwise: other > 0 ? other - 1 : nil)
        case 0x31:
            let slot = try readSlot(&cursor)
            guard types[slot] != Self.map else { throw cursor.fault }
            return .assign(slot, try text(&cursor))
        case 0x32: return .clear(try readSlots(&cursor))
        case 0x33: return .count(try cursor.number(below: counters))
        case 0x34: return .reset(try cursor.list { (cursor) throws(Refusal) in try cursor.number(below: counters) })
        case 0x35: return .error(try text(&cursor), try text(&cursor))
        case 0x36, 0x38:
            _ = try cursor.number()
            return .nothing
        case 0x37: return .require(try readSlots(&cursor))
        case 0x39: return .clearExcept(try readSlots(&cursor))
        case 0x3A:
            let (slot, added) = (try readSlot(&cursor), try readSlot(&cursor))
            guard types[slot] == Self.map, types[added] == Self.map else { throw cursor.fault }
            return .merge(slot, added)
        case 0x3B: return .keepError
        case 0x3C: return .forgetReply
        case 0x3D:
            let slot = try readSlot(&cursor)
            _ = (try cursor.number(below: counters), try cursor.number())
            guard !isCollection(slot) else { throw cursor.fault }
            return .remaining(slot)
        case 0x3F:
            let slot = try readSlot(&cursor)
            _ = (try cursor.number(below: types.count + 1), try cursor.number())
            guard types[slot] == 10 else { throw cursor.fault }
            return .remaining(slot)
        case 0x3E: return .remove(try readSlot(&cursor), try text(&cursor))
        default: throw cursor.fault
        }
    }

    private func readSlot(_ cursor: inout Cursor) throws(Refusal) -> Int { try cursor.number(below: types.count) }

    private func readSlots(_ cursor: inout Cursor) throws(Refusal) -> [Int] {
        try cursor.list { (cursor) throws(Refusal) in try cursor.number(below: types.count) }
    }

    /// A test, as far as types do not decide it: lists and maps equal no text, and all of what is no list is always held.
    private func readTest(_ code: Int, _ cursor: inout Cursor) throws(Refusal) -> Instruction.Test {
        if code == 0x1C {
            let (counter, bound) = (try cursor.number(below: counters), try cursor.number())
            return bound > 255 ? .known(true) : bound == 0 ? .known(false) : .below(counter, bound)
        }
        let slot = try readSlot(&cursor)
        switch code {
        case 0x10: return .atom(.present(slot))
        case 0x12, 0x14:
            let literal = try text(&cursor)
            if isCollection(slot) { return .known(false) }
            return .atom(code == 0x12 ? .equals(slot, literal) : .folded(slot, literal.map(\.lowered)))
        case 0x16: return .atom(.contains(slot, try text(&cursor)))
        case 0x18:
            let pattern = try cursor.number(below: patterns.count)
            return isCollection(slot) ? .known(false) : .atom(.matches(slot, pattern))
        default:
            let wanted = try readSlot(&cursor)
            return types[wanted] != Self.list || wanted == slot ? .known(true) : .atom(.hasAll(slot, wanted))
        }
    }
}

extension UInt8 {
    /// An ASCII letter in lower case, any other byte as it is.
    var lowered: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
