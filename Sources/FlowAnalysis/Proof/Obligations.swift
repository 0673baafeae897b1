import FlowDiagnostics
import FlowModel

/// The open proof obligations: the alarms that no pass has refuted.
struct Obligations {
    /// An open obligation.
    struct Obligation {
        /// The alarm.
        var alarm: Alarm
        /// The partition that may refute it.
        var partition: PartitionedFixpoint.Partition
        /// The most precise graph that raised it.
        var graph: ReachabilityGraph
    }

    /// The open obligations, in the order of their first alarm.
    private(set) var open: [Obligation]
    /// The states that may be reachable.
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

    /// Opens an obligation for each alarm of the first pass, which had no partition.
    init(_ alarms: [Alarm], _ graph: ReachabilityGraph, _ trivial: PartitionedFixpoint.Partition) {
        open = alarms.map { alarm in
            var partition = trivial
            alarm.predicates.forEach { partition.predicates.insert($0) }
            partition.passed = alarm.unpassed
            return Obligation(alarm: alarm, partition: partition, graph: graph)
        }
        entered = graph.entered
    }

    /// Discharges the obligations for which another pass raised no alarm.
    mutating func discharge(
        allBut found: [Alarm], _ graph: ReachabilityGraph, _ partition: PartitionedFixpoint.Partition
    ) {
        entered.formIntersection(graph.entered)
        // A check can report the first of several faults only, and another pass may report another one.
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

    /// Refines the partitions. Returns whether one changed.
    mutating func refine(by add: (inout LiveSet) -> Void) -> Bool {
        let before = partitions
        for index in open.indices { add(&open[index].partition.predicates) }
        return partitions != before
    }

    /// The history variables that may be unset, one by one.
    var unpassed: [UInt64] { Set(open.map(\.alarm.unpassed)).subtracting([0]).sorted() }

    /// Whether all open alarms are confirmed.
    func areConfirmed(by found: [Alarm]) -> Bool {
        Set(found.map(Key.init)).isSuperset(of: open.lazy.map { Key($0.alarm) })
    }

    /// The partitions of the open obligations, each once.
    var partitions: [PartitionedFixpoint.Partition] {
        var result: [PartitionedFixpoint.Partition] = []
        for obligation in open where !result.contains(obligation.partition) { result.append(obligation.partition) }
        return result
    }
}
