import FlowCompiler
import FlowDiagnostics
import TestSupport

/// A walk over flows: each accepted flow is a small change of the one before, toward what was executed least.
struct GrammarWalk {
    /// A flow that the compiler has judged.
    struct Candidate {
        let flow: GrammarFlow
        let compilation: Compilation
        /// What the flow was to have.
        let goal: String

        var isAccepted: Bool { compilation.flow != nil }
    }

    /// What is to be written next.
    private enum Goal {
        case pair(Pair)
        case form(TransitionForm)
        case removal

        var name: String {
            switch self {
            case .pair(let pair): pair.description
            case .form(let form): form.description
            case .removal: ""
            }
        }
    }

    private let kernel: GrammarFlow
    private var flow: GrammarFlow
    private var writer: GrammarWriter
    private var random: Seeded
    /// The number of flows since the kernel.
    private var age = 0
    private(set) var tried = 0
    /// The goal that was refused last, and how often.
    private var open: Goal?
    private var attempts = 0
    var matrix = PairMatrix()

    /// The executions that are wanted of each pair.
    static let wanted = 100
    /// The changes that are tried toward one goal.
    private static let mostAttempts = 8
    /// The flows after which a walk begins anew.
    private static let life = 30

    init(_ kernel: GrammarFlow, _ random: Seeded) {
        self.kernel = kernel
        self.random = random
        flow = kernel
        writer = GrammarWriter(self.random.split())
    }

    /// The next flow, accepted or not; an accepted one is where the walk goes on.
    mutating func next() -> Candidate? {
        if age >= Self.life {
            flow = kernel
            age = 0
        }
        let goal = goal()
        open = nil
        guard var changed = change(goal, flow) else { return nil }
        if random.chance(25), let again = change(.removal, changed) { changed = again }
        let candidate = Candidate(flow: changed, compilation: FlowCompiler.compile(changed.files), goal: goal.name)
        tried += 1
        if candidate.isAccepted {
            flow = changed
            age += 1
            attempts = 0
        } else if !goal.name.isEmpty {
            attempts += 1
            open = attempts < Self.mostAttempts ? goal : nil
            let errors = candidate.compilation.diagnostics.filter { $0.severity == .error }
            matrix.add(Set(errors.map(\.code.rawValue)), refusing: goal.name)
        }
        return candidate
    }

    /// Begins anew at the kernel.
    mutating func restart() { age = Self.life }

    private mutating func change(_ goal: Goal, _ flow: GrammarFlow) -> GrammarFlow? {
        switch goal {
        case .pair(let pair): writer.write(pair, into: flow)
        case .form(let form): writer.write(form, into: flow)
        case .removal: writer.remove(from: flow)
        }
    }

    private mutating func goal() -> Goal {
        if let open { return open }
        attempts = 0
        if random.chance(10) { return .removal }
        // What is executed often enough is written now and then all the same.
        let most = random.chance(85) ? Self.wanted : .max
        let pairs = matrix.open(below: most)
        let forms = matrix.openForms(below: most)
        if random.below(pairs.count + forms.count) < pairs.count {
            return random.pick(pairs).map { .pair($0) } ?? .removal
        }
        return random.pick(forms).map { .form($0) } ?? .removal
    }
}
