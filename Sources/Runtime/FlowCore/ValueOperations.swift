import FlowTable

/// Operations on values for guards and instructions.
///
/// Each operation spends fuel on the bytes that it compares or moves. If the fuel runs out, the operation returns
/// early, and its result is not used.
enum ValueOperations {
    /// Returns whether a value equals or contains a literal, depending on the test `opcode`; false for an absent value.
    /// The caller negates the result for a test such as `ifDiffers`.
    static func comparisonHolds(
        _ opcode: Opcode, _ value: FlowValue?, _ literal: UnsafeRawBufferPointer, _ fuel: inout Fuel
    ) -> Bool {
        guard let value else { return false }
        switch opcode {
        case .ifEquals, .ifDiffers:
            guard case .text(let text) = value else { return false }
            fuel.spend(comparing: text.utf8.count, with: literal.count)
            return UTF8Text.isSame(text, literal)
        case .ifEqualsFolded, .ifDiffersFolded:
            guard case .text(let text) = value else { return false }
            fuel.spend(comparing: text.utf8.count, with: literal.count)
            return UTF8Text.isSameIgnoringCase(text, literal)
        default: return contains(value, literal, &fuel)
        }
    }

    /// Returns whether a text contains a literal, or whether a list or the keys of a map include it.
    private static func contains(
        _ value: FlowValue, _ literal: UnsafeRawBufferPointer, _ fuel: inout Fuel
    ) -> Bool {
        switch value {
        case .text(let text): return UTF8Text.contains(text, literal, &fuel)
        case .list(let items):
            for item in items where isSame(item, literal, &fuel) || fuel.isSpent { return true }
        case .map(let entries):
            for entry in entries where isSame(entry.key, literal, &fuel) || fuel.isSpent { return true }
        }
        return false
    }

    /// Returns whether a text equals a literal, and spends fuel on the comparison.
    private static func isSame(_ text: String, _ literal: UnsafeRawBufferPointer, _ fuel: inout Fuel) -> Bool {
        fuel.spend(comparing: text.utf8.count, with: literal.count)
        return UTF8Text.isSame(text, literal)
    }

    /// Returns whether a text matches a pattern. Each byte costs two units of fuel, one for each dependent load.
    static func matches(_ text: String, _ pattern: PatternMatcher, _ fuel: inout Fuel) -> Bool {
        fuel.spend(2 * text.utf8.count)
        return pattern.matches(text)
    }

    /// Returns whether `holder`, a list or the keys of a map, includes all items of the list `wanted`.
    ///
    /// The result is true if `wanted` is not a list. It is false if `wanted` has items and `holder` is neither a list
    /// nor a map.
    static func hasAll(_ holder: FlowValue?, _ wanted: FlowValue?, _ fuel: inout Fuel) -> Bool {
        guard case .list(let items) = wanted else { return true }
        switch holder {
        case .list(let held): return includesAll(items, among: held.count, { held[$0] }, &fuel)
        case .map(let held): return includesAll(items, among: held.count, { held[$0].key }, &fuel)
        default: return items.isEmpty
        }
    }

    /// Returns whether all wanted texts are among `count` texts. The closure returns each of these by index.
    private static func includesAll(
        _ wanted: [String], among count: Int, _ held: (Int) -> String, _ fuel: inout Fuel
    ) -> Bool {
        var places = TextPlaces(count)
        for index in 0..<count where !fuel.isSpent { places.add(held(index), &fuel) }
        for item in wanted where places.find(item, among: held, &fuel) == nil { return false }
        return true
    }

    /// Returns a list without the item `entry`, or a map without the key `entry`. Any other value remains unchanged.
    static func without(
        _ entry: UnsafeRawBufferPointer, _ value: FlowValue?, _ fuel: inout Fuel
    ) -> FlowValue? {
        switch value {
        case .list(let items):
            var kept: [String] = []
            for item in items where !fuel.isSpent && !isSame(item, entry, &fuel) { kept.append(item) }
            return .list(kept)
        case .map(let entries):
            var kept: [FlowEntry] = []
            for candidate in entries where !fuel.isSpent && !isSame(candidate.key, entry, &fuel) {
                kept.append(candidate)
            }
            return .map(kept)
        default: return value
        }
    }

    /// Returns a map with the entries of both maps. For a key in both, the second map's value takes precedence.
    ///
    /// If only one value is a map, the result is that map. If neither is a map, the result is the first value.
    static func merged(_ first: FlowValue?, _ second: FlowValue?, _ fuel: inout Fuel) -> FlowValue? {
        guard case .map(let added) = second else { return first }
        guard case .map(let entries) = first else { return second }
        return .map(FlowEntry.withoutDuplicateKeys(entries + added, &fuel))
    }
}

/// A pattern's automaton, which runs over the UTF-8 bytes of a text.
struct PatternMatcher {
    private let bytes: UnsafeRawPointer
    private let states: Int
    private let classes: Int
    /// The offset of the class of each byte, after the two counts.
    private static var classesOffset: Int { 2 }
    /// The offset of the next state for each state and class.
    private static var transitionsOffset: Int { classesOffset + 256 }

    init(_ table: TransitionTable, pattern: Int) {
        bytes = table.view.pointee.patternBytes + table.view.pointee.patternOffset[pattern]
        states = Int(bytes.load(as: UInt8.self))
        classes = Int(bytes.load(fromByteOffset: 1, as: UInt8.self))
    }

    /// Returns whether the automaton accepts a text.
    func matches(_ text: String) -> Bool {
        UTF8Text.withBytes(text) { utf8 in
            var state = 0
            for byte in utf8 {
                let byteClass = Int(bytes.load(fromByteOffset: Self.classesOffset + Int(byte), as: UInt8.self))
                let entry = Self.transitionsOffset + state * classes + byteClass
                state = Int(bytes.load(fromByteOffset: entry, as: UInt8.self))
            }
            let acceptsOffset = Self.transitionsOffset + states * classes
            return bytes.load(fromByteOffset: acceptsOffset + state, as: UInt8.self) == 1
        }
    }
}
