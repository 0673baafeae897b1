import FlowTable

extension LoweredFlow {
    /// Returns the flow with some inputs of requests and handlers marked as secret, although their slots are not.
    ///
    /// `inputs` contains the positions of the inputs to mark, by state.
    package func hiding(_ inputs: [StateID: [Int]]) -> LoweredFlow {
        var flow = self
        for (state, positions) in inputs { flow.states[state].kind = flow.hiding(positions, in: states[state].kind) }
        return flow
    }

    /// Returns a state's kind with the inputs at `positions` marked as secret, unless their types already are secret.
    private func hiding(_ positions: [Int], in kind: State.Kind) -> State.Kind {
        switch kind {
        case .call(var request):
            for position in positions where !saysSecret(request.inputs[position].source) {
                request.inputs[position].isSecret = true
            }
            return .call(request)
        case .handler(var use):
            for position in positions where !saysSecret(use.inputs[position].source) {
                use.inputs[position].isSecret = true
            }
            return .handler(use)
        case .present, .choice, .end: return kind
        }
    }

    /// Returns whether the types of all slots that a source reads are secret; false for a literal.
    package func saysSecret(_ source: Source) -> Bool {
        guard case .slot = source.origin else { return false }
        return source.slots.allSatisfy { slots[$0].type.isSecret }
    }
}
