import FlowModel

extension ReplyForm {
    /// Slots that are filled from the same place as an earlier one, with that one.
    var sharedOutputs: [(slot: SlotID, first: SlotID)] {
        var firsts: [[String]: SlotID] = [:]
        var result: [(slot: SlotID, first: SlotID)] = []
        for output in outputs {
            if let first = firsts[output.path] {
                if first != output.slot { result.append((output.slot, first)) }
            } else {
                firsts[output.path] = output.slot
            }
        }
        return result
    }
}
