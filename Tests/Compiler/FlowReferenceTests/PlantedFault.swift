import FlowIR

/// A fault of the lowering or of the machine, planted into a compiled flow.
enum PlantedFault: String, CaseIterable, Sendable {
    case countIsDropped, clearIsDropped, restartKeepsAll, errorIsNotKept, replyIsNotForgotten, countResets
    case setClears, mergeIsTurned, nothingIsRequired, notifyIsDropped, guardIsTurned, errorIsDropped,
        neighboursAreSwapped
    case resetIsDropped

    /// The flow with the fault wherever it can be.
    func planted(in flow: LoweredFlow) -> LoweredFlow {
        var result = flow
        for index in result.states.indices {
            if case .choice(let block) = result.states[index].kind {
                result.states[index].kind = .choice(changed(block))
            }
            result.states[index].transitions = result.states[index].transitions.mapBlocks { changed($0) }
        }
        return result
    }

    private func changed(_ block: Block) -> Block {
        var instructions = block.instructions.flatMap { changed($0) }
        if self == .neighboursAreSwapped, let first = instructions.firstIndex(where: { $0.writes }),
            first + 1 < instructions.count, instructions[first + 1].writes
        {
            instructions.swapAt(first, first + 1)
        }
        return Block(instructions)
    }

    private func changed(_ instruction: Instruction) -> [Instruction] {
        switch (self, instruction) {
        case (.guardIsTurned, .when(let condition, let inner)): [.when(.not(condition), changed(inner))]
        case (_, .when(let condition, let inner)): [.when(condition, changed(inner))]
        case (.countIsDropped, .count), (.clearIsDropped, .clear), (.restartKeepsAll, .restart),
            (.errorIsNotKept, .keepError),
            (.replyIsNotForgotten, .forgetReply), (.nothingIsRequired, .require), (.notifyIsDropped, .notify),
            (.errorIsDropped, .error), (.resetIsDropped, .reset):
            []
        case (.countResets, .count(let counter)): [.reset([counter])]
        case (.setClears, .set(let slot, _)): [.clear([slot])]
        case (.mergeIsTurned, .merge(let into, let from)): [.merge(from, into)]
        default: [instruction]
        }
    }
}

extension Instruction {
    /// Whether it changes what another instruction may read or write.
    fileprivate var writes: Bool {
        switch self {
        case .set, .clear, .merge, .count, .reset, .notify, .error: true
        default: false
        }
    }
}
