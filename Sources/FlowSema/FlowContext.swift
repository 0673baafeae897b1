import FlowDiagnostics
import FlowModel
import FlowSyntax

/// One flow at hand: the compiled one, or a sub-flow at one of its uses. Knows its declarations and the slots of its values.
final class FlowContext {
    /// What stands before the names of inlined nodes and values: empty, or `use.`.
    let prefix: String
    let composition: Composition
    /// By inherited part of a node: the parts that extend it. Found once, since every transition asks.
    let nearerParts: [Place: [Place]]
    /// The use that inlines this flow, and the context it stands in.
    let parent: FlowContext?
    let useNode: Int?
    var values: [String: ValueDeclaration] = [:]
    var slots: [String: SlotID] = [:]
    var handlers: [String: HandlerDeclaration] = [:]
    var derived: [String: DerivedValue] = [:]
    /// Slots that survive a restart, once they were asked for.
    var constants: [SlotID]?
    var commands: Set<String> = []
    /// Commands that carry an error of the host's.
    var failingCommands: Set<String> = []
    var counters: [String: CounterID] = [:]
    /// Where the counters are declared, in the order of reading, inherited ones first.
    var counterPlaces: [SourceRange] = []
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
        var nearerParts: [Place: [Place]] = [:]
        for node in composition.nodes {
            for index in node.parts.indices.dropFirst() { nearerParts[node.parts[index]] = Array(node.parts[..<index]) }
        }
        self.nearerParts = nearerParts
    }
}
