import FlowModel

/// A flow of forty nodes of all kinds, as a large sign-in has them, for pictures.
enum DiagramFlow {
    private static let challenges = [
        "PASSWORD_VERIFIER", "SMS_MFA", "EMAIL_OTP", "SMS_OTP", "SOFTWARE_TOKEN_MFA", "SELECT_MFA_TYPE", "MFA_SETUP",
        "SELECT_CHALLENGE", "NEW_PASSWORD_REQUIRED", "CUSTOM_CHALLENGE", "DEVICE_SRP_AUTH", "WEB_AUTHN", "PASSWORD",
    ]
    private static let calls = [
        "InitiateAuth", "AssociateSoftwareToken", "VerifySoftwareToken", "SignUp", "Resend", "Forget",
    ]
    private static let steps = [
        "CHOOSE_SETUP", "ENTER_PASSWORD", "CONFIRM_SIGN_UP", "RESET", "SCAN_TOTP", "ENTER_EMAIL", "PICK",
    ]
    private static let choices = ["is-known", "can-set-up", "has-device", "which-factor"]
    private static let ends = [
        "signed-in", "failed", "cancelled", "sign-up-needed", "reset-needed", "locked", "expired", "unset", "new",
    ]

    private static var presents: [String] { challenges + steps }
    private static var firstCall: Int { presents.count }
    private static var requests: [String] { challenges + calls }
    private static var firstChoice: Int { firstCall + requests.count }
    private static var firstEnd: Int { firstChoice + choices.count }
    private static let errors = ["CodeMismatch", "Expired", "NotAuthorized", "TooMany", "NotFound", "NotConfirmed"]

    private static func node(_ id: String) -> Int? { nodes.firstIndex { $0.id == id } }

    private static var nodes: [Node] {
        func nodes(_ ids: [String], _ kind: Node.Kind) -> [Node] { ids.map { Node(id: $0, kind: kind) } }
        return nodes(challenges, .challenge) + nodes(calls, .call) + nodes(steps, .step) + nodes(choices, .choice)
            + nodes(ends, .end)
    }

    private static var states: [State] {
        var states = presents.enumerated().map { index, id in
            let step = Presentation(step: "CONFIRM_WITH_" + id, shows: [], asks: [], timeLimit: nil)
            let next =
                index < challenges.count ? firstCall + index : firstCall + challenges.count + (index % calls.count)
            var submit = Block([.jump(next)])
            if id == "CHOOSE_SETUP" {
                submit = Block([
                    .when(.equals(2, "TOTP", ignoringCase: false), Block([.jump(next)])), .jump(firstChoice + 1),
                ])
            }
            let cancelled = Block([.jump(firstEnd + 2)])
            return State(
                name: id, node: node(id), kind: .present(step), transitions: [1: submit, 2: cancelled, 4: cancelled])
        }
        states += requests.enumerated().map { index, id in
            let reply = ReplyForm(challengePath: ["ChallengeName"], successPath: [], outputs: [])
            let kind = State.Kind.call(
                Request(operation: index < challenges.count ? "Respond" : id, inputs: [], reply: reply))
            var transitions: [EventID: Block] = [6: Block([.jump(firstEnd)]), 7: Block([.jump(firstEnd + 1)])]
            for challenge in challenges.indices {
                transitions[CheckedFlow.firstOwnEvent + challenge] = Block([.jump(challenge)])
            }
            for error in errors.indices {
                let target = error == 0 && index < challenges.count ? index : firstEnd + 1 + (error + index / 6) % 6
                transitions[CheckedFlow.firstOwnEvent + challenges.count + error] = Block([.jump(target)])
            }
            return State(name: id + "/call", node: node(id), kind: kind, transitions: transitions)
        }
        states += choices.enumerated().map { index, id in
            let block = Block([
                .when(.present(2), Block([.jump(challenges.count + index)])), .jump(challenges.count + index + 3),
            ])
            return State(name: id, node: node(id), kind: .choice(block), transitions: [:])
        }
        states += ends.map { id in
            State(name: id, node: node(id), kind: .end(Ending(outcome: id, step: "", shows: [])), transitions: [:])
        }
        let start: [EventID: Block] = [0: Block([.jump(firstChoice)])]
        states.append(
            State(name: "start", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])), transitions: start))
        return states
    }

    /// The flow.
    static var flow: CheckedFlow {
        let events = challenges.map { Event(kind: .challenge, name: $0) } + errors.map { Event(kind: .error, name: $0) }
        let states = states
        return CheckedFlow(
            name: "forty \"nodes\"", version: "", slots: Slot.errorSlots + [Slot(name: "way", type: .choice)],
            counters: [],
            events: events, inputs: [], states: states, initialState: states.count - 1, patterns: [], errorClasses: [],
            transitionCount: 0, nodes: nodes)
    }
}
