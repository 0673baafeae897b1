/// The strings of a table, collected first and then numbered.
///
/// "" has number 0, and the others follow in the order of their bytes. Texts are compared by their bytes: `String`
/// ignores differences in Unicode composition, a flow does not.
struct StringPool {
    private var numbers: [Text: Int] = [Text(""): 0]
    /// All strings in the order of their numbers; empty during collection.
    private(set) var strings: [[UInt8]] = []

    /// A text compared by its bytes.
    private struct Text: Hashable {
        let text: String

        init(_ text: String) { self.text = text }

        static func == (left: Text, right: Text) -> Bool {
            var (left, right) = (left.text, right.text)
            return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
        }

        func hash(into hasher: inout Hasher) {
            var utf8 = text
            utf8.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// The number of a text; 0 during collection.
    mutating func number(_ text: String) -> Int {
        let text = Text(text)
        if let number = numbers[text] { return number }
        numbers[text] = 0
        return 0
    }

    /// The number of a text, or nil if it is missing.
    func existing(_ text: String) -> Int? { numbers[Text(text)] }

    /// Ends the collection and numbers all strings.
    mutating func freeze() {
        strings = numbers.keys.map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        for (number, bytes) in strings.enumerated() { numbers[Text(String(decoding: bytes, as: UTF8.self))] = number }
    }

    /// The total size of all strings in bytes.
    var byteCount: Int { strings.reduce(0) { $0 + $1.count } }
}
