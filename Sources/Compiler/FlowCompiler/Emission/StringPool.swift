/// The strings of a table. They are collected first and numbered afterwards.
///
/// "" has number 0, and the other strings follow in the order of their bytes. Strings are compared by their bytes,
/// since a flow distinguishes texts that `String` considers canonically equivalent.
struct StringPool {
    private var numbers: [Text: Int] = [Text(""): 0]
    /// All strings in the order of their numbers; empty during collection.
    private(set) var strings: [[UInt8]] = []

    /// A text compared by its bytes.
    private struct Text: Hashable {
        let text: String

        /// Creates the key of a text.
        init(_ text: String) { self.text = text }

        /// Returns whether two texts have the same bytes.
        static func == (left: Text, right: Text) -> Bool {
            var (left, right) = (left.text, right.text)
            return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
        }

        /// Hashes the bytes of the text.
        func hash(into hasher: inout Hasher) {
            var utf8 = text
            utf8.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Returns the number of a text, and adds the text if it is new. Before ``freeze()``, the result is always 0.
    mutating func intern(_ text: String) -> Int {
        let text = Text(text)
        if let number = numbers[text] { return number }
        numbers[text] = 0
        return 0
    }

    /// Returns the number of a text, or nil if the pool does not contain it.
    func number(of text: String) -> Int? { numbers[Text(text)] }

    /// Ends the collection: sorts the strings into ``strings``, and numbers them in this order.
    mutating func freeze() {
        strings = numbers.keys.map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        for (number, bytes) in strings.enumerated() { numbers[Text(String(decoding: bytes, as: UTF8.self))] = number }
    }

    /// The total size of all strings in bytes.
    var byteCount: Int { strings.reduce(0) { $0 + $1.count } }
}
