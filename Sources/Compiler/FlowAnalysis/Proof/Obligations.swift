import FlowDiagnostics
import FlowIR

/// The open proof obligations: the alarms that no pass has discharged.
struct Obligations {
    /// An open obligation.
    struct Obligation {
        /// The alarm to discharge or confirm.
        var alarm: Alarm
        /// The partition of the next pass that may discharge the alarm.
        var partition: PartitionedFixpoint.Partition
        /// The most precise graph on which the alarm was raised.
        var graph: ReachabilityGraph
    }

    /// The open obligations, in the order of their first alarm.
    private(set) var open: [Obligation]
    /// The states that may be reachable.
    private(set) var entered: Set<StateID>

    /// The properties by which an alarm of one pass is recognized in another.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let rejectedEvent: EventID?
        let unpassed: UInt64

        /// Creates the key of an alarm, with another rejected event.
        init(_ alarm: Alarm, rejectedEvent: EventID?) {
            code = alarm.code
            range = alarm.range
            unpassed = alarm.unpassed
            self.rejectedEvent = rejectedEvent
        }

        init(_ alarm: Alarm) { self.init(alarm, rejectedEvent: alarm.rejectedEvent) }
    }

    /// Opens an obligation for each alarm of the first pass, whose partition is `trivial`.
    init(_ alarms: [Alarm], _ graph: ReachabilityGraph, _ trivial: PartitionedFixpoint.Partition) {
        open = alarms.map { alarm in
            var partition = trivial
            alarm.predicates.forEach { partition.predicates.insert($0) }
            partition.history = alarm.unpassed
            return Obligation(alarm: alarm, partition: partition, graph: graph)
        }
        entered = graph.entered
    }

    /// Discharges the obligations for which a pass has raised no alarm.
    ///
    /// Among the remaining obligations, those with the pass's partition get the alarms and the graph of the pass.
    mutating func discharge(
        allExcept alarms: [Alarm], _ graph: ReachabilityGraph, _ partition: PartitionedFixpoint.Partition
    ) {
        entered.formIntersection(graph.entered)
        // A check may report only the first of several rejected events, and another pass may report another one.
        let withSameEvent = Dictionary(alarms.map { (Key($0), $0) }) { first, _ in first }
        let withAnyEvent = Dictionary(alarms.map { (Key($0, rejectedEvent: nil), $0) }) { first, _ in first }
        open = open.compactMap { obligation in
            let alarm = obligation.alarm
            guard let recurring = withSameEvent[Key(alarm)] ?? withAnyEvent[Key(alarm, rejectedEvent: nil)] else {
                return nil
            }
            if obligation.partition != partition { return obligation }
            return Obligation(alarm: recurring, partition: partition, graph: graph)
        }
    }

    /// Applies `extend` to the predicates of each partition, and returns whether a partition changed.
    mutating func refine(by extend: (inout LiveSet) -> Void) -> Bool {
        let before = partitions
        for index in open.indices { extend(&open[index].partition.predicates) }
        return partitions != before
    }

    /// The history variables of the open obligations, each once.
    var unpassed: [UInt64] { Set(open.map(\.alarm.unpassed)).subtracting([0]).sorted() }

    /// Returns whether each open obligation recurs among some alarms, which were raised on real runs.
    func areConfirmed(by alarms: [Alarm]) -> Bool {
        Set(alarms.map(Key.init)).isSuperset(of: open.lazy.map { Key($0.alarm) })
    }

    /// The partitions of the open obligations, each once.
    var partitions: [PartitionedFixpoint.Partition] {
        var result: [PartitionedFixpoint.Partition] = []
        for obligation in open where !result.contains(obligation.partition) { result.append(obligation.partition) }
        return result
    }
}
