package import FlowCore
package import FlowIR

extension FlowSession {
    /// The state in which the session waits.
    package var currentState: StateID { StateID(Int(machine.state)) }

    /// The step presented last, or nil if there is none.
    package var lastStep: StateID? { machine.lastPresented == .max ? nil : StateID(Int(machine.lastPresented)) }
}

extension FlowParameters {
    /// The value of a slot.
    package subscript(slot: SlotID) -> FlowValue? { self[slot.rawValue] }
}
