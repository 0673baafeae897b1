import FlowModel

extension ReplyForm {
    /// The way in which a value is read: only values that are read alike are the same.
    private struct Reading: Hashable {
        let path: [[UInt8]]
        let encoding: Output.Encoding
        let prefix: [UInt8]
        let replies: Replies

        init(_ output: Output) {
            path = output.path.map { Array($0.utf8) }
            encoding = output.encoding
            prefix = Array(output.prefix.utf8)
            replies = output.reading
        }
    }

    /// Slots that are filled from the same places in the same ways as an earlier one, with that one.
    var sharedOutputs: [(slot: SlotID, first: SlotID)] {
        var readings: [SlotID: [Reading]] = [:]
        for output in outputs { readings[output.slot, default: []].append(Reading(output)) }
        var firsts: [[Reading]: SlotID] = [:]
        var result: [(slot: SlotID, first: SlotID)] = []
        var seen: Set<SlotID> = []
        for output in outputs where seen.insert(output.slot).inserted {
            let all = readings[output.slot] ?? []
            if let first = firsts[all] { result.append((output.slot, first)) } else { firsts[all] = output.slot }
        }
        return result
    }
}
