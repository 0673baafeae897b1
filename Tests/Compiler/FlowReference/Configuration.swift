/// A name of a flow instance: the uses that lead to the instance, and the name in it. What replies bring by the service's names
/// belongs to the run and has no instance.
package struct Place: Hashable, Sendable {
    /// The uses from the compiled flow inwards; nothing for what belongs to the run.
    package let instance: [Text]?
    /// The name.
    package let name: Text
    /// The number of the service that brings it, for what belongs to the run.
    let service: Int?

    /// A name of an instance.
    package init(_ instance: [Text], _ name: Text) {
        self.instance = instance
        service = nil
        self.name = name
    }

    /// What a service brings under a name.
    init(_ name: Text, of service: Int) {
        instance = nil
        self.service = service
        self.name = name
    }
}

/// A node of a flow instance.
package struct NodePlace: Hashable, Sendable {
    /// The uses from the compiled flow inwards.
    package let instance: [Text]
    /// The node's name.
    package let name: Text
}

/// The pending error.
package struct PendingError: Hashable, Sendable {
    /// Its type.
    package let type: Text
    /// Its message, for people.
    package let message: Text

    /// An error of the host, the service or a handler.
    package init(_ type: Text, _ message: Text) {
        self.type = type
        self.message = message
    }
}

/// Section 2: all that a run is at a moment.
struct Configuration: Sendable {
    /// Where the run waits.
    enum Point: Sendable {
        case idle
        case asking(Step)
        case calling(NodePlace)
        indirect case working(Job, rest: [Task])
        case ended(NodePlace)
    }

    /// A node under a step name.
    struct Step: Sendable {
        let node: NodePlace
        let name: Text
    }

    /// A `within` in an instance: of a group, or of the nearest flow that says it.
    struct Deadline: Hashable, Sendable {
        let instance: [Text]
        let element: Element
    }

    /// The attempts of an `on` at a node.
    struct Attempts: Hashable, Sendable {
        let node: NodePlace
        let transition: Int
    }

    var point = Point.idle
    var store: [Place: Value] = [:]
    var counters: [Place: Int] = [:]
    var attempts: [Attempts: Int] = [:]
    var error: PendingError?
    var lastStep: Step?
    var sent: [NodePlace: Set<Text>] = [:]
    /// The ends of deadlines that were begun.
    var deadlines: [Deadline: Int] = [:]
    /// When the step that stands was presented.
    var presented = 0
    /// What was chosen among guarded sends when the request was prepared, absent values too.
    var chosen: [NodePlace: [Text: Value?]] = [:]

    /// The node where the run waits.
    var node: NodePlace? {
        switch point {
        case .idle: nil
        case .asking(let step): step.node
        case .calling(let node), .ended(let node): node
        case .working(let job, _): job.node
        }
    }
}

/// A handler that works.
struct Job: Sendable {
    /// The `handle` or `derive`.
    let element: Element
    let node: NodePlace
}

/// Something that is still to be done before the run waits again.
enum Task: Sendable {
    /// Statements in the context of a node.
    case run([Element], NodePlace)
    /// A node, from another; from none where everything begins anew.
    case enter(NodePlace, from: NodePlace?)
    case ask(Configuration.Step)
    /// A choice ended without a branch taken.
    case gap
    case prepare(NodePlace)
    case derive(Element, NodePlace)
    case choose(NodePlace)
    case send(NodePlace)
    /// The chain of an event from a scope on.
    case chain(Occurrence, scope: Int)
    /// The target of a transition.
    case lead(Element, Occurrence)
    /// What happens when no transition is taken.
    case byItself(Occurrence)
}

/// Something that happens at a node.
enum Event: Hashable, Sendable {
    case start, submit, cancel, back, timeout, success
    /// An invalid reply, by the type of its error.
    case invalid(Text)
    case command(Text)
    case challenge(Text)
    case error(Text)
    case failure(Text, isDeclared: Bool)
    case outcome(Text)

    /// Whether it is a reply that is no error.
    var isAnswer: Bool {
        switch self {
        case .success, .challenge: true
        default: false
        }
    }

    /// Whether the host says it.
    var isOfHost: Bool {
        switch self {
        case .start, .submit, .cancel, .back, .timeout, .command: true
        default: false
        }
    }
}

/// An event at a node, with what was before it.
struct Occurrence: Sendable {
    let event: Event
    let node: NodePlace
    /// The configuration to which a refusal or an undone reply goes back.
    var before: Configuration
    /// The `handle` whose handler failed.
    var handle: Element?
    /// The names for which the event brought values.
    var brought: Set<Place> = []
}

/// Why an event is not taken as it came.
enum Interruption: Error {
    case refused(Text, Text)
    /// The reply was invalid after all.
    case invalid(Occurrence, PendingError)
    /// The flow is no flow that the compiler accepts, or it never waits.
    case fault(String)
}
