import FlowDiagnostics

/// The strings of a table. They are collected first and numbered afterwards.
///
/// "" has number 0, and the other strings follow in the order of their bytes.
struct StringPool {
    private var numbers: [ByteString: Int] = ["": 0]
    /// All strings in the order of their numbers; empty during collection.
    private(set) var strings: [[UInt8]] = []

    /// Returns the number of a text.
    ///
    /// Before ``freeze()``, the call adds the text, and the result is always 0. Afterwards, the text must be known.
    mutating func intern(_ text: ByteString) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = 0
        return 0
    }

    /// Returns the number of a text, or nil if the pool does not contain it.
    func number(of text: ByteString) -> Int? { numbers[text] }

    /// Ends the collection: sorts the strings into ``strings``, and numbers them in this order.
    mutating func freeze() {
        let texts = numbers.keys.sorted()
        strings = texts.map { Array($0.utf8) }
        for (number, text) in texts.enumerated() { numbers[text] = number }
    }

    /// The total size of all strings in bytes.
    var byteCount: Int { strings.reduce(0) { $0 + $1.count } }
}
