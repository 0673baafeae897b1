/// The names in a guard, found by a reader of its own so that the compiler's is not its own judge.
enum GuardNames {
    private static let operators: Set<String> = ["is", "contains", "matches", "has-all", "below", "<"]

    /// The byte ranges of names that must exist: of values, keys, counters and of words that choices are compared with.
    static func ranges(in text: String, choices: Set<String>) -> [Range<Int>] {
        let tokens = tokens(Array(text.utf8))
        var result: [Range<Int>] = []
        var index = 0
        while index < tokens.count {
            let word = tokens[index].text
            if ["and", "or", "not", "(", ")"].contains(word) {
                index += 1
            } else if word == "present" || word == "sent" {
                result.append(tokens[index + 1].range)
                index += 2
            } else {
                result.append(tokens[index].range)
                index += 1
                guard index < tokens.count, operators.contains(tokens[index].text) else { continue }
                let verb = tokens[index].text
                index += tokens[index + 1].text == "not" ? 2 : 1
                let isName = verb == "has-all" || (verb == "is" && choices.contains(word))
                if isName { result.append(tokens[index].range) }
                index += 1
            }
        }
        return result
    }

    private static func tokens(_ bytes: [UInt8]) -> [(text: String, range: Range<Int>)] {
        var result: [(text: String, range: Range<Int>)] = []
        var index = 0
        while index < bytes.count {
            var start = index
            switch bytes[index] {
            case 0x20, 0x09...0x0D:
                index += 1
                continue
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"): index += 1
            case UInt8(ascii: "'"):
                start += 1
                index = (bytes[start...].firstIndex(of: UInt8(ascii: "'")) ?? bytes.count)
                result.append(("'" + String(decoding: bytes[start..<index], as: UTF8.self), start..<index))
                index += 1
                continue
            default:
                index = bytes[index...].firstIndex { $0 <= 0x20 || "()<'".utf8.contains($0) } ?? bytes.count
            }
            result.append((String(decoding: bytes[start..<index], as: UTF8.self), start..<index))
        }
        return result
    }
}
