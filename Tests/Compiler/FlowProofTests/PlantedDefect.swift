import TestSupport

/// A flow with something removed or damaged.
enum PlantedDefect {
    /// A copy of the files with one defect in the flow, and what it is.
    static func plant(
        in files: [(path: String, text: String)], _ random: inout Seeded
    ) -> (files: [(path: String, text: String)], what: String)? {
        var lines = files[0].text.split(separator: "\n").map(String.init)
        for _ in 0..<20 {
            let index = random.below(lines.count)
            guard let damaged = damaged(lines[index], &random), damaged != lines[index] else { continue }
            let what = "'\(lines[index])' became '\(damaged)'"
            lines[index] = damaged
            var result = files
            result[0].text = lines.joined(separator: "\n")
            return (result, what)
        }
        return nil
    }

    /// A damaged line; nothing if it cannot be damaged.
    private static func damaged(_ line: String, _ random: inout Seeded) -> String? {
        let isWhole = line.hasSuffix("/>") || line.contains("</") && !line.hasPrefix("</") && !line.hasSuffix("</data>")
        switch random.below(6) {
        case 0, 1: return isWhole && !line.contains("<data") && !line.hasPrefix("<end") ? "" : nil
        case 2:
            return without(
                attribute: random.pick(["required", "requires", "when", "limit", "else", "keep"]) ?? "", line)
        case 3: return changed(attribute: "from", to: random.pick(GeneratedFlow.texts) ?? "u", line)
        case 4: return changed(attribute: "to", to: random.pick(["done", "failed", "other"]) ?? "failed", line)
        default: return changed(attribute: "value", to: "zzz", line)
        }
    }

    private static func range(of attribute: String, _ line: String) -> Range<Int>? {
        let (bytes, start) = (Array(line.utf8), Array(" \(attribute)=\"".utf8))
        guard let first = bytes.indices.first(where: { bytes[$0...].starts(with: start) }),
            let end = bytes[(first + start.count)...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return first..<end + 1
    }

    private static func without(attribute: String, _ line: String) -> String? {
        replacing(attribute, with: "", line)
    }

    private static func changed(attribute: String, to value: String, _ line: String) -> String? {
        replacing(attribute, with: " \(attribute)=\"\(value)\"", line)
    }

    private static func replacing(_ attribute: String, with text: String, _ line: String) -> String? {
        guard let range = range(of: attribute, line) else { return nil }
        let bytes = Array(line.utf8)
        return String(
            decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...], as: UTF8.self)
    }
}
