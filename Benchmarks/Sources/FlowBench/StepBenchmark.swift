import CBench
import FlowCore
import FlowTable

/// Steps of the 25-state flow: our machine, a dense table in C, a switch in Swift; then ours with 10,000 states.
struct StepBenchmark {
    let table: TransitionTable
    let dense: [UInt16]
    /// Our number of each event.
    let numbers: [UInt16]

    /// How many events one run takes.
    static let length = 1_000_000
    static let rounds = 9

    init(_ table: TransitionTable) {
        self.table = table
        var dense = [UInt16](repeating: 0xFFFF, count: Int(SIGNIN25_STATES * SIGNIN25_EVENTS))
        for index in 0..<Int(SIGNIN25_EDGES) {
            let edge = Self.edge(index)
            dense[Int(edge.from) * Int(SIGNIN25_EVENTS) + Int(edge.event)] = UInt16(edge.to)
        }
        self.dense = dense
        numbers = Self.eventNames.map { UInt16(table.event(named: $0) ?? 0) }
    }

    static func edge(_ index: Int) -> (from: UInt8, event: UInt8, to: UInt8) {
        withUnsafePointer(to: signin25_edges) { edges in
            edges.withMemoryRebound(to: UInt8.self, capacity: Int(SIGNIN25_EDGES) * 3) {
                ($0[index * 3], $0[index * 3 + 1], $0[index * 3 + 2])
            }
        }
    }

    static var eventNames: [String] {
        withUnsafePointer(to: signin25_events) { names in
            names.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: Int(SIGNIN25_EVENTS)) { names in
                (0..<Int(SIGNIN25_EVENTS)).map { names[$0].map { String(cString: $0) } ?? "" }
            }
        }
    }

    /// Events that are all accepted, chosen evenly among those that the state at hand takes.
    func walk() -> [UInt16] {
        var random = Random(seed: 1)
        var state = 0
        return (0..<Self.length).map { _ in
            let row = state * Int(SIGNIN25_EVENTS)
            let accepted = (0..<Int(SIGNIN25_EVENTS)).filter { dense[row + $0] != 0xFFFF }
            let event = accepted[random.below(accepted.count)]
            state = Int(dense[row + event])
            return UInt16(event)
        }
    }

    /// Events chosen evenly among all: most are refused.
    static func uniform() -> [UInt16] {
        var random = Random(seed: 2)
        return (0..<length).map { _ in UInt16(random.below(Int(SIGNIN25_EVENTS))) }
    }

    func measure(_ report: inout Report) {
        for (name, events, ofDense, ofSwitch) in [
            ("accepted", walk(), 2, 1), ("refused (uniform)", Self.uniform(), 4, nil),
        ] as [(String, [UInt16], Double, Double?)] {
            let ours = events.map { numbers[Int($0)] }
            let medians = Medians(
                [
                    Competitor(name: "flow machine") { Self.drive(table, ours) },
                    Competitor(name: "dense table in C") { Self.driveDense(dense, Int(SIGNIN25_EVENTS), events) },
                    Competitor(name: "switch in Swift") { Self.driveSwitch(events) },
                ], rounds: Self.rounds, units: Self.length
            ).nanoseconds
            report.row("\(name) event, dense table in C", medians[0], medians[1], unit: "ns", atMost: ofDense)
            report.row("\(name) event, switch in Swift", medians[0], medians[2], unit: "ns", atMost: ofSwitch)
        }
    }

    /// Our machine on generated flows with more and more states.
    func measureGrowth(_ tables: [(count: Int, table: TransitionTable)], _ report: inout Report) {
        let small = walk().map { numbers[Int($0)] }
        var competitors = [Competitor(name: "25") { Self.drive(table, small) }]
        for (count, table) in tables {
            let numbers = GeneratedFlow.events.map { UInt16(table.event(named: $0) ?? 0) }
            let events = GeneratedFlow.walk(count, length: Self.length).map { numbers[Int($0)] }
            competitors.append(Competitor(name: "\(count)") { Self.drive(table, events) })
        }
        let medians = Medians(competitors, rounds: Self.rounds, units: Self.length).nanoseconds
        for (index, entry) in tables.enumerated() {
            report.row(
                "step with \(entry.count) states, with 25", medians[index + 1], medians[0], unit: "ns",
                atMost: entry.count == 10_000 ? 1.5 : nil)
        }
        let dense = tables.map { entry in
            var cells: [UInt16] = []
            for index in 0..<entry.count {
                cells += GeneratedFlow.targets(of: index, count: entry.count).map { UInt16($0) }
            }
            return (cells, GeneratedFlow.walk(entry.count, length: Self.length))
        }
        let reference = Medians(
            dense.map { cells, events in Competitor(name: "dense") { Self.driveDense(cells, 3, events) } },
            rounds: Self.rounds, units: Self.length
        ).nanoseconds
        for (index, entry) in tables.enumerated() {
            report.row(
                "step with \(entry.count) states, dense table in C", medians[index + 1], reference[index], unit: "ns",
                atMost: nil)
        }
    }

    /// - Returns: the number of accepted events.
    @inline(never)
    static func drive(_ table: TransitionTable, _ events: [UInt16]) -> Int {
        var machine = FlowMachine(table)
        var parameters = FlowParameters(table)
        _ = machine.advance(0, in: &parameters)
        return drive(&machine, &parameters, events)
    }

    @inline(never)
    static func drive(_ machine: inout FlowMachine, _ parameters: inout FlowParameters, _ events: [UInt16]) -> Int {
        var refused = 0
        for event in events {
            if case .refused = machine.advance(Int(event), in: &parameters) { refused += 1 }
        }
        return events.count - refused
    }

    @inline(never)
    static func driveDense(_ dense: [UInt16], _ count: Int, _ events: [UInt16]) -> Int {
        dense.withUnsafeBufferPointer { cells in
            var session = dense_session(table: cells.baseAddress, events: UInt32(count), state: 0)
            var accepted = 0
            for event in events { accepted += Int(dense_step(&session, UInt32(event))) }
            return accepted
        }
    }

    @inline(never)
    static func driveSwitch(_ events: [UInt16]) -> Int {
        let session = SwitchSession()
        var accepted = 0
        for event in events where session.send(SwitchSession.Event(rawValue: UInt8(event)) ?? .begin) { accepted += 1 }
        return accepted
    }
}
