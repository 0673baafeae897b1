import FlowTable

/// Runs a pattern's automaton over the UTF-8 bytes of a text.
struct PatternMatcher {
    private let bytes: UnsafeRawPointer
    private let states: Int
    private let classes: Int

    /// Creates a matcher for the pattern with this number in a verified table.
    init(_ table: TransitionTable, pattern: Int) {
        bytes = table.view.pointee.patternBytes + table.view.pointee.patternOffset[pattern]
        states = Int(bytes.load(as: UInt8.self))
        classes = Int(bytes.load(fromByteOffset: 1, as: UInt8.self))
    }

    /// Returns whether the whole text matches.
    func matches(_ text: String) -> Bool {
        UTF8Text.withBytes(text) { text in
            var state = 0
            for byte in text {
                let kind = Int(bytes.load(fromByteOffset: 2 + Int(byte), as: UInt8.self))
                state = Int(bytes.load(fromByteOffset: 258 + state * classes + kind, as: UInt8.self))
            }
            return bytes.load(fromByteOffset: 258 + states * classes + state, as: UInt8.self) == 1
        }
    }
}
