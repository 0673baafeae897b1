/// The strings of a table: collected first, then numbered, "" first and the others in the order of their bytes.
///
/// Texts are told apart by their bytes: Swift takes texts that differ in Unicode composition for equal, a flow does not.
struct StringPool {
    private var numbers: [[UInt8]: Int] = [[]: 0]
    /// All strings in the order of their numbers; empty while they are collected.
    private(set) var strings: [[UInt8]] = []

    /// The number of a text: 0 for all while strings are collected.
    mutating func number(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        if let number = numbers[bytes] { return number }
        numbers[bytes] = 0
        return 0
    }

    /// Ends the collection and gives all strings their numbers.
    mutating func freeze() {
        strings = numbers.keys.sorted { $0.lexicographicallyPrecedes($1) }
        for (number, bytes) in strings.enumerated() { numbers[bytes] = number }
    }

    /// Bytes of all strings together.
    var byteCount: Int { strings.reduce(0) { $0 + $1.count } }
}
