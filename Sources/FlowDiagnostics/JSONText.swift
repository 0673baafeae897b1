/// JSON put together as text, members in the order of writing.
enum JSONText {
    /// An object; a member without a value is left out.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let written = members.compactMap { member in
            member.value.map { JSONRenderer.quoted(member.name) + ": " + $0 }
        }
        return "{" + written.joined(separator: ", ") + "}"
    }

    /// An array on one line.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }

    /// An array with one value a line.
    static func lines(_ values: [String], indent: Int) -> String {
        guard !values.isEmpty else { return "[]" }
        let blanks = String(repeating: " ", count: indent)
        return "[\n" + values.map { blanks + "  " + $0 }.joined(separator: ",\n") + "\n" + blanks + "]"
    }
}
