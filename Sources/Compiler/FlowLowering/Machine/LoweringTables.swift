import FlowDiagnostics
import FlowIR
import FlowSyntax

/// The tables that number slots, patterns, counters, transitions and shows.
///
/// The plan has numbered the counters. Lowering numbers everything else in the order of the first mention.
struct LoweringTables: Sendable {
    var slots: SlotTable
    var patterns = PatternTable()
    var counters: CounterTable
    var marks: MarkTable
    var shows = ShowTable()
    /// The limits that conditions compare each counter with.
    private(set) var counterTests: [CounterID: Set<CounterTest>] = [:]

    /// Creates the tables of a plan, with its counters and the slots of the pending error.
    init(_ plan: StateAllocation, of program: Program) {
        slots = SlotTable(program, instances: plan.instances.count)
        counters = plan.counters
        marks = MarkTable(program.transitionCount, program.symbols)
    }

    /// Records that a guard or an `attempts` compares a counter with a limit.
    mutating func record(_ test: CounterTest, of counter: CounterID) { counterTests[counter, default: []].insert(test) }
}

/// Numbers transitions and branches for traces. All copies of an inlined transition have the same number.
struct MarkTable: Sendable {
    private let symbols: SymbolTable
    /// The assigned numbers, by the number of the declaration; nil if none is assigned yet.
    private var numbers: [TransitionID?]
    private var names: Set<ByteString> = []
    private(set) var places: Table<TransitionPlace, TransitionPlace> = []

    /// Creates a table for `count` declarations, which have no numbers yet.
    init(_ count: Int, _ symbols: SymbolTable) {
        numbers = Array(repeating: nil, count: count)
        places.reserveCapacity(count)
        self.symbols = symbols
    }

    /// Returns the number of a transition, and assigns one if it has none.
    mutating func intern(_ transition: TransitionDeclaration) -> TransitionID {
        intern(declaration: transition.number, at: transition.selector.range, transition.selector.text)
    }

    /// Returns the number of a branch, and assigns one if it has none.
    mutating func intern(_ branch: BranchDeclaration) -> TransitionID {
        intern(declaration: branch.number, at: branch.to.range) { symbols in
            "\(branch.kind.spelling) to=\"\(symbols[branch.to.symbol])\""
        }
    }

    /// Returns the number of a declaration, or assigns the next one and records its place and name.
    private mutating func intern(
        declaration: Int, at range: SourceRange, _ name: (SymbolTable) -> String
    ) -> TransitionID {
        if let known = numbers[declaration] { return known }
        // Many transitions have equal names, which share their storage.
        let text = names.insert(ByteString(name(symbols))).memberAfterInsert.text
        let number = places.add(TransitionPlace(range: range, name: text))
        numbers[declaration] = number
        return number
    }
}

/// Numbers shows. All copies of an inlined show have the same number.
struct ShowTable: Sendable {
    private var numbers: [SourceRange: ID<ShowPlace>] = [:]
    private(set) var places: Table<ShowPlace, ShowPlace> = []

    /// Returns the number of a show, and assigns one if it has none.
    mutating func intern(_ show: ShowDeclaration) -> ID<ShowPlace> {
        if let known = numbers[show.range] { return known }
        let source = show.source
        // A `value` takes precedence over `from`.
        let number = places.add(
            ShowPlace(from: source.value == nil ? source.from?.range : nil, otherwise: source.otherwise?.range))
        numbers[show.range] = number
        return number
    }
}

/// The patterns of a flow, numbered in the order of their first mention.
struct PatternTable: Sendable {
    private(set) var patterns: Table<Pattern, Pattern> = []
    private var numbers: [ByteString: PatternID] = [:]

    /// Returns the id of a pattern, and adds the pattern if it is new.
    ///
    /// The result is nil if the compiler does not support the pattern, which another pass reports.
    mutating func intern(_ source: String) -> PatternID? {
        let key = ByteString(source)
        if let known = numbers[key] { return known }
        guard case .success(let pattern) = PatternCompiler.compile(source) else { return nil }
        let id = patterns.add(pattern)
        numbers[key] = id
        return id
    }
}
