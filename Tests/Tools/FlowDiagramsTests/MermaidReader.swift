/// Reads back a chart of Mermaid: a chart has no tooltips, so that all must be in the boxes and at the arrows.
struct MermaidReader {
    /// A box.
    struct Box {
        var title: String
        var kind: String
        var lines: [String]
    }

    /// An arrow between two boxes.
    struct Edge {
        var from: String
        var label: String
        var to: String
        var isThick: Bool
    }

    private(set) var boxes: [String: Box] = [:]
    private(set) var edges: [Edge] = []
    /// The numbered lines, by their number.
    private var shared: [String: String] = [:]

    init(_ chart: String) {
        for line in chart.split(separator: "\n").map({ String($0.drop { $0 == " " }) }) {
            if let edge = Self.edge(line) {
                edges.append(edge)
            } else if line.hasPrefix("shared[") {
                for text in Self.lines(line) {
                    let number = String(text.prefix { $0 != " " })
                    shared[number] = String(text.dropFirst(number.count + 1))
                }
            } else if let first = line.firstIndex(where: { "([{".contains($0) }), let kind = line.lastRange(of: ":::") {
                let texts = Self.lines(line)
                boxes[String(line[..<first])] = Box(
                    title: texts.first ?? "", kind: String(line[kind.upperBound...]), lines: Array(texts.dropFirst()))
            }
        }
    }

    /// Returns all transitions that the chart says.
    func facts() -> Set<Fact> {
        var found: Set<Fact> = []
        for box in boxes.values where box.kind != "replies" {
            for line in box.lines { found.formUnion(facts(line, at: box.title)) }
        }
        for edge in edges {
            guard let from = boxes[edge.from], let to = boxes[edge.to], from.kind != "replies" else { continue }
            found.formUnion(expanded(Fact.facts(from: from.title, label: edge.label, to: to.title)))
        }
        return found
    }

    /// Returns the lines and arrows of the chart that say where a box leads, with the titles of both.
    func leads() -> [(from: String, label: String, to: String)] {
        var found: [(from: String, label: String, to: String)] = []
        for box in boxes.values {
            for line in box.lines {
                if let arrow = line.lastRange(of: "→ ") {
                    let label = line[..<arrow.lowerBound].drop { $0 == " " }
                    found.append((box.title, Self.trimmed(label), String(line[arrow.upperBound...])))
                }
            }
        }
        return found + edges.map { (boxes[$0.from]?.title ?? "", $0.label, boxes[$0.to]?.title ?? "") }
    }

    // MARK: Lines

    /// Returns the transitions of a line; empty for a line that is not about transitions.
    private func facts(_ line: String, at title: String) -> [Fact] {
        if line.hasPrefix("also ") {
            return line.dropFirst("also ".count).split(separator: ", ").flatMap { number in
                facts(shared[String(number)] ?? "", at: title)
            }
        }
        guard let then = line.lastRange(of: ", then "), let sign = line.firstRange(of: "↺ ") else {
            return leads(line, at: title)
        }
        let label = Self.trimmed(line[..<sign.lowerBound])
        let inner = line[sign.upperBound..<then.lowerBound]
        let number = inner.prefix { $0.isNumber }
        let target = Self.trimmed(inner.dropFirst(number.count))
        let (events, guardText) = Fact.split(label)
        let condition = guardText.isEmpty || guardText == "otherwise" ? "" : " if " + guardText
        let last = "\(events) after \(number) attempts\(condition) \(line[then.upperBound...])"
        return leads(label + " " + (target.isEmpty ? "↺" : target), at: title) + leads(last, at: title)
    }

    /// Returns the transitions of a line that ends with a sign and, for most signs, a name.
    private func leads(_ line: String, at title: String) -> [Fact] {
        func facts(_ end: String.Index, _ target: some StringProtocol) -> [Fact] {
            expanded(Fact.facts(from: title, label: Self.trimmed(line[..<end]), to: String(target)))
        }
        if let sign = line.lastRange(of: "→ ") { return facts(sign.lowerBound, line[sign.upperBound...]) }
        if line.hasSuffix("↺") { return facts(line.index(before: line.endIndex), title) }
        if let sign = line.lastRange(of: "✕ ") { return facts(sign.lowerBound, line[sign.lowerBound...]) }
        if let sign = line.lastRange(of: "↩ ") { return facts(sign.lowerBound, "the " + line[sign.upperBound...]) }
        return []
    }

    /// Returns the transitions with those to the shared replies replaced by the replies.
    private func expanded(_ facts: [Fact]) -> [Fact] {
        guard let replies = boxes.first(where: { $0.value.kind == "replies" }), let first = facts.first,
            first.to == replies.value.title
        else { return facts }
        let named = Set(facts.map { $0.event.replacing("reply: ", with: "") })
        let lines = replies.value.lines.flatMap { leads($0, at: first.from) }
        let arrows = edges.filter { $0.from == replies.key }.flatMap { edge in
            Fact.facts(from: first.from, label: edge.label, to: boxes[edge.to]?.title ?? "")
        }
        return (lines + arrows).filter { named == ["reply"] || named.contains($0.event) }
    }

    // MARK: Text

    private static func edge(_ line: String) -> Edge? {
        for arrow in [" ==>", " -->", " -.->"] {
            guard let found = line.firstRange(of: arrow) else { continue }
            let to = line.split(separator: " ").last.map(String.init) ?? ""
            let label = line[found.upperBound...].contains("\"") ? lines(line).joined() : ""
            return Edge(
                from: String(line[..<found.lowerBound]), label: label, to: to, isThick: arrow == " ==>")
        }
        return nil
    }

    /// Returns the lines of a quoted label, without parentheses and doubled spaces.
    private static func lines(_ line: String) -> [String] {
        guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else { return [] }
        return decoded(String(line[line.index(after: start)..<end])).split(separator: "\n").map {
            TransitionOracle.plain(String($0))
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(separator: " ").joined(separator: " ")
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

extension StringProtocol {
    /// The last place of a text; nil if there is none.
    fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
