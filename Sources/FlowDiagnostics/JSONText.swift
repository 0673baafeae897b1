/// Builds JSON text from values that are already JSON.
enum JSONText {
    /// Returns an object with its members in the given order, without those whose value is nil.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let written = members.compactMap { member in
            member.value.map { JSONRenderer.quoted(member.name) + ": " + $0 }
        }
        return "{" + written.joined(separator: ", ") + "}"
    }

    /// Returns an array on one line.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }

    /// Returns an array with one value per line. `indent` is the number of blanks before the closing bracket.
    static func lines(_ values: [String], indent: Int) -> String {
        guard !values.isEmpty else { return "[]" }
        let blanks = String(repeating: " ", count: indent)
        return "[\n" + values.map { blanks + "  " + $0 }.joined(separator: ",\n") + "\n" + blanks + "]"
    }
}
