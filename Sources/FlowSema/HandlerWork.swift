import FlowModel

/// The work of a handler at one place for one node, with what follows on it.
struct HandlerWork: Equatable {
    let place: Place
    let context: ObjectIdentifier
    let node: Int
    let continuation: [Instruction]
}
