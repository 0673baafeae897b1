import FlowModel

extension ReplyForm {
    /// The way in which a value is read: only values that are read alike are the same.
    private struct Reading: Hashable {
        let path: [[UInt8]]
        let encoding: Output.Encoding
        let prefix: [UInt8]

        init(_ output: Output) {
            path = output.path.map { Array($0.utf8) }
            encoding = output.encoding
            prefix = Array(output.prefix.utf8)
        }
    }

    /// Slots that are filled from the same place in the same way as an earlier one, with that one.
    var sharedOutputs: [(slot: SlotID, first: SlotID)] {
        var firsts: [Reading: SlotID] = [:]
        var result: [(slot: SlotID, first: SlotID)] = []
        for output in outputs {
            let reading = Reading(output)
            if let first = firsts[reading] {
                if first != output.slot { result.append((output.slot, first)) }
            } else {
                firsts[reading] = output.slot
            }
        }
        return result
    }
}
