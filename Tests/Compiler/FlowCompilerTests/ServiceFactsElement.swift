/// An element of an XML file, for checks that do not rely on the compiler's own reader.
struct ServiceFactsElement: Sendable {
    var name: String
    var attributes: [String: String] = [:]
    var children: [ServiceFactsElement] = []

    /// The words of an attribute.
    func words(_ attribute: String) -> [String] {
        (attributes[attribute] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The children of that name.
    func all(_ name: String) -> [ServiceFactsElement] { children.filter { $0.name == name } }

    /// Where the value lies: its path, or its own name.
    var path: String { attributes["at"] ?? attributes["name"] ?? "" }

    /// Whether it is marked as required.
    var isRequired: Bool { attributes["required"] == "true" }
}
