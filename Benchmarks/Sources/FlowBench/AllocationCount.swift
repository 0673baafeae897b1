import CBench
import FlowCore
import FlowTable

/// How many allocations a million steps make.
enum AllocationCount {
    /// Drives a flow and counts; an event that is not accepted counts as well.
    static func count(_ table: TransitionTable, _ events: [UInt16]) -> Int {
        var machine = FlowMachine(table)
        var parameters = FlowParameters(table)
        _ = machine.advance(0, in: &parameters)
        let before = bench_allocations()
        _ = StepBenchmark.drive(&machine, &parameters, events)
        return Int(bench_allocations() - before)
    }

    /// Events of a table by name, chosen evenly.
    static func events(_ names: [String], _ table: TransitionTable) -> [UInt16] {
        let numbers = names.map { UInt16(table.event(named: $0) ?? 0) }
        var random = Random(seed: 3)
        return (0..<StepBenchmark.length).map { _ in numbers[random.below(numbers.count)] }
    }
}
