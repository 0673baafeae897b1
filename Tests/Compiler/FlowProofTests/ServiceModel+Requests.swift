import FlowCore

extension ServiceModel {
    /// What is asked for by a request: its variant, or the answer to its challenge; nothing if there is neither.
    func way(of request: FlowRequest) -> Way? {
        guard let operation = operations[request.operation],
            let key = operation.inputs.first(where: \.isVariant), let name = request.body.at(key.path)?.string
        else { return nil }
        if operation.answersChallenges, let challenge = challenges[name] { return challenge }
        return operation.variants[name]
    }

    /// Whether a challenge, or success, cannot follow on a request.
    func bars(_ challenge: String?, on request: FlowRequest) -> Bool {
        guard let following = way(of: request)?.following else { return false }
        guard let challenge else { return !following.success }
        let isKnown = operations[request.operation]?.challenges.contains(challenge) == true
        return isKnown && !following.challenges.contains(challenge)
    }

    /// All keys that a request can have.
    func inputs(of request: FlowRequest) -> [Input] {
        (operations[request.operation]?.inputs ?? []) + (way(of: request)?.inputs ?? [])
    }

    /// Required keys that a request lacks. What a spread map could have held is the host's to give.
    func missingKeys(_ request: FlowRequest) -> [String] {
        let inputs = inputs(of: request)
        let folders = inputs.filter(\.isSpread).map { $0.path.dropLast() }
        return inputs.filter { input in
            input.isRequired && !input.isSpread && request.body.at(input.path) == nil
                && !folders.contains(input.path.dropLast())
        }.map(\.name)
    }

    /// The sessions that a request carries.
    func sessions(_ request: FlowRequest) -> [String] {
        inputs(of: request).filter(\.isSession).compactMap { request.body.at($0.path)?.string }
    }

    /// The challenge that a request answers.
    func answered(_ request: FlowRequest) -> String? {
        guard let operation = operations[request.operation], operation.answersChallenges,
            let key = operation.inputs.first(where: \.isVariant), let name = request.body.at(key.path)?.string
        else { return nil }
        return challenges[name] == nil ? nil : name
    }

    /// Whether a reply that is no error proves who the user is.
    func provesIdentity(_ request: FlowRequest) -> Bool {
        way(of: request)?.proves == true || operations[request.operation]?.proves == true
    }
}
