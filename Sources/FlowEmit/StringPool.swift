/// The strings of a table: collected first, then numbered, "" first and the others in the order of their bytes.
///
/// Texts are told apart by their bytes: Swift takes texts that differ in Unicode composition for equal, a flow does not.
struct StringPool {
    private var numbers: [Text: Int] = [Text(""): 0]
    /// All strings in the order of their numbers; empty while they are collected.
    private(set) var strings: [[UInt8]] = []

    /// A text that equals another one of the same bytes.
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

    /// The number of a text: 0 for all while strings are collected.
    mutating func number(_ text: String) -> Int {
        let text = Text(text)
        if let number = numbers[text] { return number }
        numbers[text] = 0
        return 0
    }

    /// The number of a text that is a string of the table; nil if it is none.
    func existing(_ text: String) -> Int? { numbers[Text(text)] }

    /// Ends the collection and gives all strings their numbers.
    mutating func freeze() {
        strings = numbers.keys.map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        for (number, bytes) in strings.enumerated() { numbers[Text(String(decoding: bytes, as: UTF8.self))] = number }
    }

    /// Bytes of all strings together.
    var byteCount: Int { strings.reduce(0) { $0 + $1.count } }
}
