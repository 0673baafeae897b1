import FlowDiagnostics
import FlowSyntax

/// Where a transition leads.
struct TransitionTarget: Sendable {
    /// The way on.
    enum Kind: Sendable {
        case node(Name)
        case restart(Name, keeping: [Name])
        case refuse(Name)
        /// The node's own step again, perhaps under another step name.
        case step(named: Name?)
        /// The node's request again.
        case request
        /// What comes before the node's request again.
        case computation
        /// The step presented last.
        case lastStep(otherwise: Name)
        /// The next scope decides.
        case nowhere
    }

    let kind: Kind
    /// The place of `retry`.
    let retryRange: SourceRange?

    /// Reads the target of an element.
    init(_ element: AttributeDecoder) {
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
            kind = Self.retry(retry?.word, present: present, otherwise: otherwise)
        }
    }

    private static func retry(_ word: String?, present: Name?, otherwise: Name?) -> Kind {
        switch word {
        case "here": .step(named: present)
        case "send": .request
        case "compute": .computation
        case "last-step": otherwise.map { .lastStep(otherwise: $0) } ?? .nowhere
        default: .nowhere
        }
    }

    /// The node that it leads to.
    var node: Name? {
        switch kind {
        case .node(let name), .restart(let name, _), .lastStep(let name): name
        case .refuse, .step, .request, .computation, .nowhere: nil
        }
    }

    /// The values that survive it.
    var kept: [Name] { if case .restart(_, let kept) = kind { kept } else { [] } }

    /// Whether it repeats something that was there before.
    var isRetry: Bool {
        switch kind {
        case .step, .request, .computation, .lastStep: true
        default: false
        }
    }

    /// Whether it leads anywhere, or refuses.
    var isNowhere: Bool { if case .nowhere = kind { true } else { false } }
}
