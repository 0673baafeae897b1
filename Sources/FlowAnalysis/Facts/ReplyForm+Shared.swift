import FlowModel

extension ReplyForm {
    /// The ways in which the value of a slot is read, as bytes: only values that are read alike are the same.
    private struct Reading: Hashable {
        var bytes: [UInt8] = []

        mutating func add(_ output: Output) {
            add(output.path)
            bytes.append(UInt8(truncatingIfNeeded: output.encoding.rawValue))
            add([output.prefix])
            bytes.append(output.reading.success ? 1 : 0)
            guard let challenges = output.reading.challenges else { return bytes.append(0) }
            bytes.append(1)
            add(challenges)
        }

        private mutating func add(_ texts: [String]) {
            for text in texts {
                bytes += text.utf8
                bytes.append(0xFF)
            }
            bytes.append(0xFE)
        }

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// Slots that are filled from the same places in the same ways as an earlier one, with that one.
    var sharedOutputs: [(slot: SlotID, first: SlotID)] {
        var firsts: [Reading: SlotID] = [:]
        var result: [(slot: SlotID, first: SlotID)] = []
        var next = outputs.startIndex
        while next < outputs.endIndex {
            let slot = outputs[next].slot
            var reading = Reading()
            // Readings of one value stand one behind the other.
            while next < outputs.endIndex, outputs[next].slot == slot {
                reading.add(outputs[next])
                next += 1
            }
            if let first = firsts[reading] { result.append((slot, first)) } else { firsts[reading] = slot }
        }
        return result
    }
}
