import FlowDiagnostics
import FlowModel
import FlowSyntax

/// One flow at hand: the compiled one, or a sub-flow at one of its uses. Knows its declarations and the slots of its values.
final class FlowContext {
    /// What stands before the names of inlined nodes and values: empty, or `use.`.
    let prefix: String
    let composition: Composition
    /// The use that inlines this flow, and the context it stands in.
    let parent: FlowContext?
    let useNode: Int?
    var values: [String: ValueDeclaration] = [:]
    var slots: [String: SlotID] = [:]
    var handlers: [String: HandlerDeclaration] = [:]
    var derived: [String: DerivedValue] = [:]
    var commands: Set<String> = []
    /// Commands that carry an error of the host's.
    var failingCommands: Set<String> = []
    var counters: [String: CounterID] = [:]
    var substitutes: [String: Name] = [:]
    /// By node of the composition: its states.
    var nodes: [NodeStates] = []
    /// Names of challenges that have a node here, and the node; `*` is the wildcard.
    var challengeNodes: [String: Int] = [:]
    /// Contexts of uses, by node.
    var uses: [Int: FlowContext] = [:]

    init(prefix: String, composition: Composition, parent: FlowContext?, useNode: Int?) {
        self.prefix = prefix
        self.composition = composition
        self.parent = parent
        self.useNode = useNode
    }
}

/// The states of one node.
struct NodeStates {
    /// Index in the flow's nodes.
    var node = 0
    /// Where the node is entered.
    var entry: StateID = 0
    /// Where the host is asked.
    var present: StateID?
    /// Where handlers after the last ask start, or the request if there are none.
    var compute: StateID?
    /// Where the request waits for its reply.
    var request: StateID?
    /// Copies of the asking state under other step names.
    var renamed: [String: StateID] = [:]
    /// Counters that limits of this node's transitions use; zero on entry.
    var limits: [CounterID] = []
}
