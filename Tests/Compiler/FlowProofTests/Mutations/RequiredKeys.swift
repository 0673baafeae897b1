import FlowDiagnostics
import FlowIR

/// The keys that a service requires, held against what the requests of a flow can carry at most.
enum RequiredKeys {
    /// Requests that can never carry a required key, in words. Only a request that spreads a map may leave a key to it.
    static func missing(in flow: LoweredFlow, _ service: ServiceModel) -> [String] {
        flow.states.flatMap { state -> [String] in
            guard case .call(let form) = state.kind, let operation = service.operations[form.operation.text] else {
                return []
            }
            let folders = form.inputs.filter(\.isSpread).map { $0.path.dropLast().map(\.text) }
            let paths = Set(form.inputs.map { $0.path.map(\.text) })
            return (operation.inputs + way(of: form, operation, service)).filter { input in
                input.isRequired && !input.isSpread && !paths.contains(input.path)
                    && !folders.contains(Array(input.path.dropLast()))
            }.map { "miss: '\(state.name)' never sends '\($0.name)'" }
        }
    }

    /// The keys of the variant, or of the challenge that is answered, which stands in the flow as a literal.
    private static func way(
        of form: Request, _ operation: ServiceModel.Operation, _ service: ServiceModel
    ) -> [ServiceModel.Input] {
        guard let key = operation.inputs.first(where: \.isVariant),
            case .literal(let name) = form.inputs.first(where: { $0.path.map(\.text) == key.path })?.source.origin
        else { return [] }
        if operation.answersChallenges, let challenge = service.challenges[name.text] { return challenge.inputs }
        return operation.variants[name.text]?.inputs ?? []
    }
}
