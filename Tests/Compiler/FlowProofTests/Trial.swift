import FlowDiagnostics
import FlowIR
import FlowReference
import TestSupport

/// Many runs of one flow, fair ones among them.
struct Trial {
    let subject: Subject
    private let pool: ValuePool
    private var random: Seeded
    private(set) var runs = 0
    private(set) var events = 0
    /// By kind: replies that the machine must take for invalid.
    private(set) var invalid: [String: Int] = [:]
    /// The first fault of each run that has one, with what led to it.
    private(set) var faults: [(fault: Fault, log: [String])] = []
    /// All states that were entered.
    private(set) var entered: Set<StateID> = []
    /// Challenges that the service asked for and the flow did not know.
    private(set) var untaken: Set<String> = []
    /// How often the reference came to each element.
    private(set) var executed: [Execution: Int] = [:]
    /// How often each outcome was reached.
    private(set) var ends: [String: Int] = [:]

    init(_ subject: Subject, random: Seeded) {
        self.subject = subject
        self.random = random
        pool = ValuePool(subject.flow)
    }

    /// Plays; every third run is fair, unless the flow may be one that does not end. Stops after some faults.
    mutating func run(times: Int, maxFaults: Int = 3, endsSurely: Bool = true) {
        for index in 0..<times where faults.count < maxFaults {
            var run = RandomRun(subject, pool, random: random.split(), isFair: endsSurely && index % 3 == 0)
            run.play()
            runs += 1
            events += run.run.events
            invalid.merge(run.run.invalid) { $0 + $1 }
            executed.merge(run.run.executed) { $0 + $1 }
            entered.formUnion(run.run.entered)
            untaken.formUnion(run.run.untaken)
            if case .end(let ending) = subject.flow.states[run.run.state].kind {
                ends[ending.outcome.text, default: 0] += 1
            }
            if let fault = run.run.faults.first { faults.append((fault, run.run.log)) }
        }
    }

    /// The faults in words.
    var report: String {
        faults.map { fault, log in
            "\(fault)\n" + log.suffix(25).map { "    \($0)" }.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
