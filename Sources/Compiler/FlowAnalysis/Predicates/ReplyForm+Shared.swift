import FlowDiagnostics
import FlowIR
import FlowTable

extension ReplyForm {
    /// The slots that receive the same value as an earlier slot, each with that earlier slot.
    ///
    /// Their outputs read the same members from the same replies, with the same encodings and prefixes.
    var sharedOutputs: [(slot: SlotID, first: SlotID)] {
        // By hash: the consecutive outputs of the first slot with this hash.
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
            let areSame = outputs[first].elementsEqual(outputs[start..<next]) { $0.readsSame(as: $1) }
            if areSame { result.append((outputs[start].slot, outputs[first.lowerBound].slot)) }
        }
        return result
    }
}

/// The FNV-1a hash. The standard hasher is too slow for so few bytes.
private struct ByteHash {
    /// The hash of the bytes so far. It begins with the offset basis of the algorithm.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The prime of the algorithm for 64 bits.
    private static let prime: UInt64 = 0x100_0000_01B3
    /// A byte that occurs in no UTF-8 text.
    private static let separator: UInt8 = 0xFF

    /// Adds a byte to the hash, as FNV-1a does.
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* Self.prime }

    mutating func add(_ text: ByteString) {
        for byte in text.utf8 { add(byte) }
        add(Self.separator)
    }
}

extension ReplyForm.Output {
    /// Adds the path of the member that the output reads, its encoding and its prefix to a hash.
    fileprivate func hashReading(into hash: inout ByteHash) {
        for member in path { hash.add(member) }
        hash.add(encoding.rawValue)
        hash.add(prefix)
    }

    /// Returns whether another output reads the same member from the same replies, with the same encoding and prefix.
    fileprivate func readsSame(as other: ReplyForm.Output) -> Bool {
        encoding == other.encoding && prefix == other.prefix && path == other.path
            && reading == other.reading
    }
}
