package import FlowIR

/// A dataflow analysis: the elements of a lattice, and how they are joined.
package protocol DataflowAnalysis {
    associatedtype Element

    /// The element before the first event in a forward analysis, and for an empty set of paths in a backward one.
    var initial: Element { get }

    /// Replaces an element by the least upper bound with another one. Returns whether it changed.
    func join(_ element: inout Element, _ other: Element) -> Bool
}

/// The least fixpoint of a dataflow analysis over the control flow of a flow.
///
/// The worklist visits states in reverse postorder, or in postorder for a backward analysis, so that most states are
/// visited once (Aho, Lam, Sethi and Ullman, *Compilers*, section 9.3). A jump to the last step can enter every step
/// that the flow enters.
package struct Dataflow<Analysis: DataflowAnalysis> {
    package let analysis: Analysis
    let controlFlow: ControlFlow
    /// By state: the element at its entry.
    private(set) var elements: Table<State, Analysis.Element>
    /// By state: whether the analysis reaches it.
    private(set) var isReached: Table<State, Bool>
    /// The join of the elements at the jumps to the last step. In a backward analysis, it is the join of those at the
    /// entries of the steps.
    private(set) var atLastStep: Analysis.Element
    /// Whether `atLastStep` is the join of at least one element.
    private(set) var hasLastStep = false
    private var worklist: Worklist<State>
    private var isWaiting: Table<State, Bool>

    /// Prepares an analysis that reaches no state yet. `order` is the position of each state in a sweep.
    init(_ analysis: Analysis, _ controlFlow: ControlFlow, order: Table<State, Int32>) {
        self.analysis = analysis
        self.controlFlow = controlFlow
        let count = controlFlow.transitions.count
        elements = Table(repeating: analysis.initial, count: count)
        isReached = Table(repeating: false, count: count)
        isWaiting = isReached
        atLastStep = analysis.initial
        worklist = Worklist(order: order)
    }

    /// Returns the element at the entry of a state. Returns nil if the state is unreachable.
    package subscript(_ state: StateID) -> Analysis.Element? { isReached[state] ? elements[state] : nil }

    /// Removes and returns the next state to visit, or returns nil at the fixpoint.
    mutating func nextState() -> StateID? {
        guard let state = worklist.pop() else { return nil }
        isWaiting[state] = false
        return state
    }

    mutating func schedule(_ state: StateID) {
        guard !isWaiting[state] else { return }
        isWaiting[state] = true
        worklist.push(state, state: state)
    }

    /// Joins an element with that at the entry of a state. Returns whether the state is new, or the element changed.
    mutating func join(_ element: Analysis.Element, into state: StateID) -> Bool {
        if isReached[state] { return analysis.join(&elements[state], element) }
        isReached[state] = true
        elements[state] = element
        return true
    }

    /// Joins an element into `atLastStep`. Returns whether this is the first one, or changed it.
    mutating func joinLastStep(_ element: Analysis.Element) -> Bool {
        if hasLastStep { return analysis.join(&atLastStep, element) }
        hasLastStep = true
        atLastStep = element
        return true
    }
}

extension Dataflow: Sendable where Analysis: Sendable, Analysis.Element: Sendable {}
