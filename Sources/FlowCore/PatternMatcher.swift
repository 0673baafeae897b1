import FlowTable

/// Runs a pattern's automaton over the UTF-8 bytes of a text.
struct PatternMatcher {
    private let bytes: UnsafeRawPointer
    private let states: Int
    private let classes: Int
    /// The offset of the class of each byte, after the two counts.
    private static var classesOffset: Int { 2 }
    /// The offset of the next state for each state and class.
    private static var transitionsOffset: Int { classesOffset + 256 }

    /// Creates a matcher for the pattern with this number in a verified table.
    init(_ table: TransitionTable, pattern: Int) {
        bytes = table.view.pointee.patternBytes + table.view.pointee.patternOffset[pattern]
        states = Int(bytes.load(as: UInt8.self))
        classes = Int(bytes.load(fromByteOffset: 1, as: UInt8.self))
    }

    /// Returns whether the whole text matches the pattern.
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
