import FlowDiagnostics
import FlowModel

/// The suspicions that every look with merged situations has found.
struct Obligations {
    /// Something in doubt.
    struct Obligation {
        /// The suspicion.
        var alarm: Alarm
        /// The distinction by which more can be known of it.
        var partition: PartitionedFixpoint.Partition
        /// The product of the look that knows most of it.
        var graph: ReachabilityGraph
    }

    /// The doubts, in the order in which they were found first.
    private(set) var open: [Obligation]
    /// The states that can be entered as far as is known.
    private(set) var entered: Set<StateID>

    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let refused: EventID?
        let unpassed: UInt64

        init(_ alarm: Alarm, refused: EventID?) {
            code = alarm.code
            range = alarm.range
            unpassed = alarm.unpassed
            self.refused = refused
        }

        init(_ alarm: Alarm) { self.init(alarm, refused: alarm.refused) }
    }

    /// The doubts of a first look, which told nothing apart.
    init(_ alarms: [Alarm], _ graph: ReachabilityGraph, _ nothing: PartitionedFixpoint.Partition) {
        open = alarms.map { alarm in
            var partition = nothing
            alarm.predicates.forEach { partition.predicates.insert($0) }
            partition.passed = alarm.unpassed
            return Obligation(alarm: alarm, partition: partition, graph: graph)
        }
        entered = graph.entered
    }

    /// Another look has found only this.
    mutating func discharge(
        allBut found: [Alarm], _ graph: ReachabilityGraph, _ partition: PartitionedFixpoint.Partition
    ) {
        entered.formIntersection(graph.entered)
        // A check may tell the first fault of several at one place only, and that may be another one now.
        let exactly = Dictionary(found.map { (Key($0), $0) }) { first, _ in first }
        let nearly = Dictionary(found.map { (Key($0, refused: nil), $0) }) { first, _ in first }
        open = open.compactMap { obligation in
            guard let again = exactly[Key(obligation.alarm)] ?? nearly[Key(obligation.alarm, refused: nil)] else {
                return nil
            }
            if obligation.partition != partition { return obligation }
            return Obligation(alarm: again, partition: partition, graph: graph)
        }
    }

    /// More is told apart from now on. Returns whether that is so for something.
    mutating func refine(by add: (inout LiveSet) -> Void) -> Bool {
        let before = partitions
        for index in open.indices { add(&open[index].partition.predicates) }
        return partitions != before
    }

    /// What must have been passed and may not have been, one by one.
    var unpassed: [UInt64] { Set(open.map(\.alarm.unpassed)).subtracting([0]).sorted() }

    /// Whether all that is in doubt was found.
    func areConfirmed(by found: [Alarm]) -> Bool {
        Set(found.map(Key.init)).isSuperset(of: open.lazy.map { Key($0.alarm) })
    }

    /// The distinctions by which more can be known, each for some of the doubts.
    var partitions: [PartitionedFixpoint.Partition] {
        var result: [PartitionedFixpoint.Partition] = []
        for obligation in open where !result.contains(obligation.partition) { result.append(obligation.partition) }
        return result
    }
}
