import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// The tables that hand out numbers while a flow is lowered, each in the order in which things are first mentioned.
struct LoweringTables: Sendable {
    var slots: SlotTable
    var patterns = PatternTable()
    var counters: CounterTable
    var marks: MarkTable
    var shows = ShowTable()
    /// By counter: the tests of it that conditions make.
    private(set) var counterTests: [CounterID: Set<CounterTest>] = [:]

    /// Tables for a plan.
    init(_ plan: StateAllocation, of program: Program) {
        slots = SlotTable(program, instances: plan.instances.count)
        counters = plan.counters
        marks = MarkTable(program.transitionCount, program.symbols)
    }

    /// A condition tests a counter.
    mutating func note(_ test: CounterTest, of counter: CounterID) { counterTests[counter, default: []].insert(test) }
}

/// The transitions as written, numbered in the order in which they are met: one number for each, however often it is inlined.
struct MarkTable: Sendable {
    private let symbols: SymbolTable
    private var numbers: [TransitionID?]
    private(set) var places: [TransitionPlace] = []

    /// A table for so many declarations.
    init(_ count: Int, _ symbols: SymbolTable) {
        numbers = Array(repeating: nil, count: count)
        self.symbols = symbols
    }

    /// The number of a transition.
    mutating func number(_ transition: TransitionDeclaration) -> TransitionID {
        number(transition.number, at: transition.selector.range, transition.selector.text)
    }

    /// The number of a branch.
    mutating func number(_ branch: BranchDeclaration) -> TransitionID {
        number(branch.number, at: branch.to.range) { symbols in
            "\(branch.kind.spelling) to=\"\(symbols[branch.to.symbol])\""
        }
    }

    private mutating func number(
        _ declaration: Int, at range: SourceRange, _ name: (SymbolTable) -> String
    ) -> TransitionID {
        if let known = numbers[declaration] { return known }
        let number = places.count
        numbers[declaration] = number
        places.append(TransitionPlace(range: range, name: name(symbols)))
        return number
    }
}

/// The shows as written, numbered in the order in which they are met: one number for each, however often it is inlined.
struct ShowTable: Sendable {
    private var numbers: [SourceRange: Int] = [:]
    private(set) var places: [ShowPlace] = []

    /// The number of a show.
    mutating func number(_ show: ShowDeclaration) -> Int {
        if let known = numbers[show.range] { return known }
        let source = show.source
        numbers[show.range] = places.count
        places.append(
            ShowPlace(from: source.value == nil ? source.from?.range : nil, otherwise: source.otherwise?.range))
        return places.count - 1
    }
}
