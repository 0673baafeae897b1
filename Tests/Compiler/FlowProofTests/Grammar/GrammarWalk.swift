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

        /// The flow with all that can disagree about it; nil if the compiler did not get as far as a flow.
        var subject: Subject? {
            let files = flow.files
            let services = files.filter { $0.path.hasSuffix(".service.xml") }.map(\.text)
            return Subject(compilation, files, service: ServiceModel(services), withReference: true)
        }
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

    private let kernels: [GrammarFlow]
    private var flow: GrammarFlow
    private var writer: GrammarWriter
    private var random: Seeded
    /// The number of flows since a kernel.
    private var age = 0
    private(set) var tried = 0
    /// The goal at hand, how often it is still tried, and its executions before.
    private var pursuit: (goal: Goal, attempts: Int, before: Int)?
    /// The goals of this round, those that were executed least first.
    private var agenda: [Goal] = []
    var matrix = PairMatrix()

    /// The executions that are wanted of each pair.
    static let wanted = 100
    /// The executions in one round that end the search for a goal.
    private static let enough = 40
    /// The changes that are tried toward one goal in a round.
    private static let maxAttempts = 16
    /// The flows after which a walk begins anew.
    private static let life = 12

    /// The names of the only goals; empty if there are no such.
    private let only: Set<String>

    init(_ kernels: [GrammarFlow], _ random: Seeded, only: Set<String> = []) {
        self.only = only
        self.kernels = kernels
        self.random = random
        flow = kernels[0]
        writer = GrammarWriter(self.random.split())
    }

    /// The next flow, accepted or not; an accepted one is where the walk goes on.
    mutating func next() -> Candidate? {
        if age >= Self.life || random.chance(20) {
            flow = random.pick(kernels) ?? flow
            age = 0
        }
        let goal = goal()
        guard var changed = change(goal, flow) else { return nil }
        if random.chance(25), let again = change(.removal, changed) { changed = again }
        let candidate = Candidate(flow: changed, compilation: FlowCompiler.compile(changed.files), goal: goal.name)
        tried += 1
        if candidate.isAccepted {
            flow = changed
            age += 1
        } else if !goal.name.isEmpty {
            let errors = candidate.compilation.diagnostics.filter { $0.severity == .error }
            matrix.add(Set(errors.map(\.code.rawValue)), refusing: goal.name)
        }
        return candidate
    }

    /// Begins anew at a kernel.
    mutating func restart() { age = Self.life }

    private mutating func change(_ goal: Goal, _ flow: GrammarFlow) -> GrammarFlow? {
        switch goal {
        case .pair(let pair): writer.write(pair, into: flow)
        case .form(let form): writer.write(form, into: flow)
        case .removal: writer.remove(from: flow)
        }
    }

    /// A goal is pursued until it was executed more often, or was tried in vain.
    private mutating func goal() -> Goal {
        if random.chance(10) { return .removal }
        if let (goal, attempts, before) = pursuit, attempts > 0, count(goal) < before + Self.enough {
            pursuit = (goal, attempts - 1, before)
            return goal
        }
        if agenda.isEmpty { agenda = nextAgenda() }
        guard let goal = agenda.popLast() else { return .removal }
        pursuit = (goal, Self.maxAttempts - 1, count(goal))
        return goal
    }

    /// Whether what is sought is executed, and not often enough yet: more runs of the flow at hand are worth their time.
    var isNear: Bool { pursuit.map { (1..<Self.enough).contains(count($0.goal) - $0.before) } ?? false }

    private func count(_ goal: Goal) -> Int {
        switch goal {
        case .pair(let pair): matrix.pairs[pair] ?? 0
        case .form(let form): matrix.forms[form] ?? 0
        case .removal: 0
        }
    }

    /// What is executed seldom, in any order; now and then what is executed often enough.
    private mutating func nextAgenda() -> [Goal] {
        let most = random.chance(85) ? Self.wanted : .max
        let all = matrix.open(below: most).map { Goal.pair($0) } + matrix.openForms(below: most).map { Goal.form($0) }
        let chosen = all.filter { only.contains($0.name) }
        if !chosen.isEmpty { return chosen.shuffled(using: &random) }
        return (all.isEmpty ? matrix.open(below: .max).map { .pair($0) } : all).shuffled(using: &random)
    }
}
