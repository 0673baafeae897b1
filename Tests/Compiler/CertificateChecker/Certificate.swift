/// Verifies certificates: that invariants hold when a run begins and stay so whatever comes, and that they show what is to be shown.
public struct Certificate: Sendable {
    /// How much was looked at.
    public struct Figures: Sendable {
        /// States of the table, invariants, cubes, and ways through code.
        public fileprivate(set) var (states, invariants, cubes, ways) = (0, 0, 0, 0)
        /// What was shown.
        public fileprivate(set) var obligations = 0
    }

    /// Verifies that a certificate proves a table.
    /// - Returns: what was verified.
    /// - Throws: the first reason why it does not.
    public static func verify(_ certificate: [UInt8], of table: [UInt8]) throws(Refusal) -> Figures {
        let table = try Table(table)
        let claims = try Claims(certificate, table)
        guard table.keepsErrorsWhole else {
            throw Refusal(
                .unsupported, "the table", "type and message of the pending error do not come and go together")
        }
        let facts = Facts(table, claims.atoms)
        var proof = Proof(table, claims, facts)
        for cubes in claims.invariants { try proof.verify(cubes) }
        try proof.conclude()
        var figures = Figures()
        (figures.states, figures.invariants) = (table.kinds.count, claims.invariants.count)
        (figures.cubes, figures.ways) = (claims.invariants.joined().count, proof.ways)
        figures.obligations = proof.open.count
        return figures
    }
}

extension Table {
    /// Whether type and message of the pending error, which an event clears if there is a type, are always there together.
    fileprivate var keepsErrorsWhole: Bool {
        let given = (inputs + asks.values.joined()).flatMap { [$0.slot] + ($0.meant.map { [$0] } ?? []) }
        guard (given + outputs.values.joined().map(\.slot) + gives.values.joined().map(\.slot)).allSatisfy({ $0 > 1 })
        else {
            return false
        }
        return blocks.joined().allSatisfy { instruction in
            switch instruction {
            case .copy(let slot, _, _), .assign(let slot, _), .merge(let slot, _), .remaining(let slot),
                .remove(let slot, _):
                slot > 1
            case .clear(let slots): slots.contains(0) == slots.contains(1)
            default: true
            }
        }
    }
}

/// What is to be shown, and what an invariant shows of it.
struct Proof {
    /// Something that some invariant must show.
    enum Obligation: Hashable {
        case taken(Int, Int?)
        case need(Int)
        case session(Int, Int)
        case never(Int)
        case grant(Int)
        case always(Int, Int)
        case leave(Int)
    }

    private let table: Table
    private let claims: Claims
    private let facts: Facts
    private(set) var open: [Obligation: Bool] = [:]
    private var reasons: [Obligation: Refusal] = [:]
    private var isReached: [Bool]
    private(set) var ways = 0

    init(_ table: Table, _ claims: Claims, _ facts: Facts) {
        (self.table, self.claims, self.facts) = (table, claims, facts)
        isReached = Array(repeating: true, count: table.kinds.count)
    }

    /// A way that an event can take from a cube: what it needs of the data before, and the cubes that it leads to.
    private struct Edge {
        let event: Int?
        let needs: [(fact: Int, holds: Bool)]
        let targets: Set<Int>
    }

    /// All that is to be shown is not refuted as far as an invariant tells.
    private struct Findings {
        var failed: [Proof.Obligation: Refusal] = [:]

        mutating func fail(_ obligation: Proof.Obligation, _ code: Refusal.Code, _ place: String, _ reason: String) {
            if failed[obligation] == nil { failed[obligation] = Refusal(code, place, reason) }
        }
    }

    /// Verifies that an invariant holds at the beginning and is kept, and notes what it shows.
    mutating func verify(_ cubes: [Claims.Cube]) throws(Refusal) {
        let index = Dictionary(grouping: cubes.indices) { cubes[$0].state }
        let nothing = facts.atoms.enumerated().map { fact, atom -> (fact: Int, holds: Bool) in
            switch atom {
            case .hasAll, .fresh, .apart: (fact, true)
            default: (fact, false)
            }
        }
        let counts = Array(repeating: 0...0, count: table.counters)
        let beginning = Situation(nothing, counts, Situation.never, [], facts)
        var cover = Cover(facts)
        guard cover.covers(beginning, at: table.initial, cubes, index[table.initial] ?? []) != nil else {
            throw Refusal(.notInitial, "state \(table.initial)", "the invariant does not hold before the start")
        }
        var run = Run(table, facts, claims)
        var findings = Findings()
        var edges: [[Edge]] = []
        for cube in cubes {
            edges.append([])
            guard var situation = situation(cube) else { continue }
            if table.kinds[cube.state] == .step { (situation.last, situation.lastBefore) = (cube.state, cube.state) }
            check(cube, situation, &cover, &findings)
            for (event, value) in try run.events(in: cube.state) {
                for way in try run.ways(situation, in: cube.state, on: event, value) {
                    let place = run.name(cube.state, event)
                    guard let target = way.target else {
                        let isHost = event.map { table.isHost($0) } ?? false
                        if !isHost || way.isInvalid {
                            findings.fail(
                                .taken(cube.state, event), .untaken, place, "it is refused (line \(cube.line))")
                        }
                        continue
                    }
                    guard let targets = cover.covers(way, at: target, cubes, index[target] ?? []) else {
                        throw Refusal(
                            .notClosed, place,
                            cover.isExhausted
                                ? "it could not be decided whether what follows is covered (line \(cube.line))"
                                : "it leads to state \(target) where nothing covers it (line \(cube.line))")
                    }
                    edges[edges.count - 1].append(Edge(event: event, needs: way.decisions, targets: targets))
                }
            }
        }
        ways += run.count
        checkEvents(cubes, edges, &cover, &findings)
        checkLeaving(cubes, edges, &cover, &findings)
        note(findings, index)
    }

    /// What a cube says, with all that follows; nothing if it cannot be.
    private func situation(_ cube: Claims.Cube) -> Situation? {
        var literals = cube.literals
        if cube.state != table.initial {
            for slot in facts.always { if let fact = facts.number[.present(slot)] { literals.append((fact, true)) } }
        }
        // A session that was used up is no worse than one that may have been.
        literals.removeAll { literal in
            switch facts.atoms[literal.fact] {
            case .fresh, .apart: !literal.holds
            default: false
            }
        }
        var situation = Situation(literals, cube.counts, cube.last, cube.passed, facts)
        if cube.state == table.initial { return situation }
        return situation.conclude(facts) ? situation : nil
    }

    // MARK: What is to be shown

    private func check(_ cube: Claims.Cube, _ situation: Situation, _ cover: inout Cover, _ findings: inout Findings) {
        let place = "state \(cube.state), line \(cube.line)"
        func present(_ slot: Int?, _ holds: Bool) -> [(fact: Int, holds: Bool)]? {
            slot.flatMap { facts.number[.present($0)] }.map { [($0, holds)] }
        }
        for (number, need) in claims.needs.enumerated() where need.state == cube.state {
            if !cover.covers(situation, anyOf: need.slots.compactMap { present($0, true) }) {
                findings.fail(.need(number), .missingValue, place, "slot \(need.slots.first ?? 0) may be absent")
            }
        }
        for (number, session) in (claims.sessions[cube.state] ?? []).enumerated() {
            let fresh = facts.number[.fresh(session.slot)].map { [(fact: $0, holds: true)] }
            let ways = [fresh, present(session.slot, false), present(session.unless, true)].compactMap { $0 }
            if !cover.covers(situation, anyOf: ways) {
                findings.fail(
                    .session(cube.state, number), .staleSession, place,
                    "the session in slot \(session.slot) may be used up")
            }
        }
        for (number, assertion) in claims.never.enumerated()
        where assertion.state == cube.state && !cube.passed.contains(assertion.bit) {
            findings.fail(.never(number), .forbiddenEnd, place, "assertion \(assertion.bit) may not have been passed")
        }
        for (number, grant) in claims.grants.enumerated()
        where grant.state == cube.state && !cube.passed.contains(grant.bit) {
            let proves =
                grant.event != nil
                && claims.exits[cube.state]?.contains {
                    $0.event == grant.event && $0.bit == grant.bit && $0.unless.isEmpty
                } == true
            if !proves {
                findings.fail(.grant(number), .unprovenTokens, place, "tokens are shown that nothing may have proven")
            }
        }
    }

    /// Whether events that must be possible at each step are taken with something that they can bring, whatever the data are.
    private func checkEvents(
        _ cubes: [Claims.Cube], _ edges: [[Edge]], _ cover: inout Cover, _ findings: inout Findings
    ) {
        for (number, cube) in cubes.enumerated() where table.kinds[cube.state] == .step {
            guard let situation = situation(cube) else { continue }
            for event in claims.always(at: cube.state)
            where !cover.covers(situation, anyOf: edges[number].filter { $0.event == event }.map(\.needs)) {
                findings.fail(
                    .always(cube.state, event), .notAlways, "state \(cube.state), line \(cube.line)",
                    "event \(event) may be refused")
            }
        }
    }

    /// Whether an end can be reached from each step, whatever the data are, if host, service and handlers help.
    private func checkLeaving(
        _ cubes: [Claims.Cube], _ edges: [[Edge]], _ cover: inout Cover, _ findings: inout Findings
    ) {
        var leads = cubes.map { table.kinds[$0.state] == .end && $0.state != table.initial }
        let situations = cubes.map { situation($0) }
        var isChanging = true
        while isChanging {
            isChanging = false
            for (number, cube) in cubes.enumerated() where !leads[number] {
                let ways = edges[number].filter { edge in
                    (edge.event != Table.start || table.kinds[cube.state] != .step)
                        && edge.targets.allSatisfy { leads[$0] }
                }
                guard let situation = situations[number], !ways.isEmpty else { continue }
                leads[number] = cover.covers(situation, anyOf: ways.map(\.needs))
                isChanging = isChanging || leads[number]
            }
        }
        for (number, cube) in cubes.enumerated()
        where table.kinds[cube.state] == .step && !leads[number] && situations[number] != nil {
            findings.fail(
                .leave(cube.state), .stuck, "state \(cube.state), line \(cube.line)", "no end can be reached from here")
        }
    }

    /// What one invariant does not refute is shown; the places that it does not reach are not reached.
    private mutating func note(_ findings: Findings, _ index: [Int: [Int]]) {
        var all: [Obligation] = claims.needs.indices.map { .need($0) } + claims.never.indices.map { .never($0) }
        all += claims.grants.indices.map { .grant($0) }
        for (state, sessions) in claims.sessions { all += sessions.indices.map { .session(state, $0) } }
        for state in table.kinds.indices {
            if table.kinds[state] == .choice { all.append(.taken(state, nil)) }
            if table.kinds[state] == .step {
                all += [.leave(state)] + claims.always(at: state).map { .always(state, $0) }
            }
            for event in 0..<table.events where !table.isHost(event) && table.own(state, event) != nil {
                all.append(.taken(state, event))
            }
        }
        for obligation in all {
            if let reason = findings.failed[obligation] {
                reasons[obligation] = reason
                open[obligation] = open[obligation] ?? false
            } else {
                open[obligation] = true
            }
        }
    }

    /// Everything must have been shown.
    func conclude() throws(Refusal) {
        guard !claims.invariants.isEmpty else { throw Refusal(.notInitial, "the certificate", "there is no invariant") }
        let missing = open.filter { !$0.value }.keys.compactMap { reasons[$0] }
        if let first = missing.min(by: { $0.place < $1.place }) { throw first }
    }
}
