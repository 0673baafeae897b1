/// Reads back the transitions of a chart of Mermaid that has a row for each.
enum MermaidReader {
    static func transitions(_ chart: String) -> Set<String> {
        var (titles, lines): ([String: String], [(card: String, text: String)]) = ([:], [])
        var (edges, found): ([(from: String, label: String, to: String)], Set<String>) = ([], [])
        for line in chart.split(separator: "\n").map({ String($0.drop { $0 == " " }) }) {
            if let edge = edge(line) {
                edges.append(edge)
            } else if let first = line.firstIndex(where: { "([{".contains($0) }), line.contains(":::") {
                let name = String(line[..<first])
                let texts = decoded(quoted(line)).split(separator: "\n").map(String.init)
                titles[name] = texts.first ?? ""
                lines += texts.dropFirst().map { (name, $0) }
            }
        }
        for (card, text) in lines { found.formUnion(transition(text, at: titles[card] ?? "")) }
        for edge in edges {
            found.insert(plain(titles[edge.from] ?? "", edge.label, titles[edge.to] ?? ""))
        }
        return found
    }

    /// The transition of a line that says where it leads.
    private static func transition(_ text: String, at title: String) -> [String] {
        if let arrow = text.firstRange(of: "→ ") {
            return [plain(title, String(text[..<arrow.lowerBound]), String(text[arrow.upperBound...]))]
        }
        if text.hasSuffix("↺") { return [plain(title, String(text.dropLast()), title)] }
        if let sign = text.firstRange(of: "✕ ") {
            return [plain(title, String(text[..<sign.lowerBound]), String(text[sign.lowerBound...]))]
        }
        if let sign = text.firstRange(of: "↩ last step, or ") {
            return [plain(title, String(text[..<sign.lowerBound]), "the last step, or " + text[sign.upperBound...])]
        }
        return []
    }

    private static func plain(_ from: String, _ label: String, _ to: String) -> String {
        let label = label.filter { $0 != " " }.isEmpty || label == "then" ? "" : ": " + label
        return TransitionOracle.plain(from + label + " → " + to)
    }

    private static func edge(_ line: String) -> (from: String, label: String, to: String)? {
        for arrow in [" ==>", " -->", " -.->"] {
            guard let found = line.firstRange(of: arrow) else { continue }
            let to = line.split(separator: " ").last.map(String.init) ?? ""
            let label = line[found.upperBound...].contains("\"") ? decoded(quoted(line)) : ""
            return (String(line[..<found.lowerBound]), label, to)
        }
        return nil
    }

    private static func quoted(_ line: String) -> String {
        guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else { return "" }
        return String(line[line.index(after: start)..<end])
    }

    private static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text.replacing("<br/>", with: "\n")[...]
        while let sign = rest.firstIndex(of: "#"), let end = rest[sign...].firstIndex(of: ";"),
            let value = UInt32(rest[rest.index(after: sign)..<end]), let scalar = Unicode.Scalar(value)
        {
            result += rest[..<sign] + String(Character(scalar))
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
