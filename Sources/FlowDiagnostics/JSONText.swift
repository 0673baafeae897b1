/// Builds JSON text, with members in the given order.
enum JSONText {
    /// An object, without members that have no value.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let written = members.compactMap { member in
            member.value.map { JSONRenderer.quoted(member.name) + ": " + $0 }
        }
        return "{" + written.joined(separator: ", ") + "}"
    }

    /// An array on one line.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }

    /// An array with one value per line.
    static func lines(_ values: [String], indent: Int) -> String {
        guard !values.isEmpty else { return "[]" }
        let blanks = String(repeating: " ", count: indent)
        return "[\n" + values.map { blanks + "  " + $0 }.joined(separator: ",\n") + "\n" + blanks + "]"
    }
}
