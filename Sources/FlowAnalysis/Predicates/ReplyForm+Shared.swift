import FlowModel

extension ReplyForm {
    /// Slots that read the same reply members as an earlier one, with that one.
    var sharedOutputs: [(slot: SlotID, first: SlotID)] {
        // By hash: consecutive readings of values.
        var firsts: [UInt64: Range<Int>] = [:]
        var result: [(slot: SlotID, first: SlotID)] = []
        var next = outputs.startIndex
        while next < outputs.endIndex {
            let start = next
            var hash = ByteHash()
            while next < outputs.endIndex, outputs[next].slot == outputs[start].slot {
                outputs[next].hashReading(into: &hash)
                next += 1
            }
            guard let first = firsts[hash.value] else {
                firsts[hash.value] = start..<next
                continue
            }
            let areSame = outputs[first].elementsEqual(outputs[start..<next]) { $0.isRead(like: $1) }
            if areSame { result.append((outputs[start].slot, outputs[first.lowerBound].slot)) }
        }
        return result
    }
}

/// FNV-1a. The standard hasher costs more than the bytes hashed here.
private struct ByteHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }
}

extension ReplyForm.Output {
    /// Hashes how the value is read.
    fileprivate func hashReading(into hash: inout ByteHash) {
        for member in path { hash.add(member) }
        hash.add(UInt8(truncatingIfNeeded: encoding.rawValue))
        hash.add(prefix)
    }

    /// Whether two values are read alike.
    fileprivate func isRead(like other: ReplyForm.Output) -> Bool {
        encoding == other.encoding && Self.areSame([prefix], [other.prefix]) && Self.areSame(path, other.path)
            && reading.success == other.reading.success
            && Self.areSame(reading.challenges, other.reading.challenges)
    }

    private static func areSame(_ one: [String]?, _ other: [String]?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) }
    }
}
