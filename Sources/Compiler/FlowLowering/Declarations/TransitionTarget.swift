import FlowDiagnostics
import FlowSyntax

/// What a transition leads to.
struct TransitionTarget: Sendable {
    /// The kind of target.
    enum Kind: Sendable {
        case node(Name)
        /// A node, after all values except configuration, facts and the kept ones are cleared.
        case restart(Name, keeping: [Name])
        /// The same state: the host's event is refused with an error code.
        case refuse(Name)
        /// The node's own step, perhaps under another step name.
        case step(named: Name?)
        /// The node's request.
        case request
        /// The statements between the node's last ask and its request.
        case computation
        /// The last presented step, or a node if there is none.
        case lastStep(otherwise: Name)
        /// No target: the next outer scope decides.
        case nowhere
    }

    let kind: Kind
    /// The place of `retry`; nil if the element does not have it.
    let retryRange: SourceRange?

    /// Reads the target of an `on` element. The first of `to`, `restart`, `refuse` and `retry` wins.
    init(_ element: AttributeDecoder) {
        // All attributes are read, because an audit counts how often each one is read.
        let to = element.name(.to)
        let restart = element.name(.restart)
        let refuse = element.name(.refuse)
        let retry = element.text(.retry)
        let present = element.name(.present)
        let otherwise = element.name(.otherwise)
        let kept = element.names(.keep)
        retryRange = retry?.range
        if let to {
            kind = .node(to)
        } else if let restart {
            kind = .restart(restart, keeping: kept)
        } else if let refuse {
            kind = .refuse(refuse)
        } else {
            kind = Self.retryTarget(retry?.trimmed, present: present, otherwise: otherwise)
        }
    }

    /// Returns the target that a value of `retry` names, or `nowhere` if it names none.
    ///
    /// It names none if it is nil or unknown, or if it is `last-step` without a node in `otherwise`.
    private static func retryTarget(_ word: String?, present: Name?, otherwise: Name?) -> Kind {
        switch word {
        case "here": .step(named: present)
        case "send": .request
        case "compute": .computation
        case "last-step": otherwise.map { .lastStep(otherwise: $0) } ?? .nowhere
        default: .nowhere
        }
    }

    /// The node that the target names; nil if it does not name one.
    var node: Name? {
        switch kind {
        case .node(let name), .restart(let name, _), .lastStep(let name): name
        case .refuse, .step, .request, .computation, .nowhere: nil
        }
    }

    /// The values in `keep`, which survive a restart; empty for other targets.
    var kept: [Name] { if case .restart(_, let kept) = kind { kept } else { [] } }

    /// Whether the target repeats a step, a request or a computation.
    var isRetry: Bool {
        switch kind {
        case .step, .request, .computation, .lastStep: true
        default: false
        }
    }

    /// Whether the transition has no target, so that the next outer scope decides.
    var isNowhere: Bool { if case .nowhere = kind { true } else { false } }
}
