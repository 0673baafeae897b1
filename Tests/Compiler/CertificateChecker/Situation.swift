/// What is known of a run at a moment, while an event is taken.
struct Situation {
    /// By fact, now and then before the event: 0 or 1 if it is known, else a variable. The same variable is the same answer.
    private(set) var values: [Int]
    /// By counter, now and then before the event: how far it may have counted.
    var counts: [ClosedRange<Int>]
    /// By counter: what was added by this event; nothing where it began anew.
    private(set) var added: [Int?]
    /// The step presented last, ``never`` or ``unknown``; now and before the event.
    var (last, lastBefore): (Int, Int)
    var passed: Set<Int>
    var (isRestarted, isInvalid) = (false, false)
    /// Where it leads; nothing while it is under way, and where it is refused.
    var target: Int?
    /// What was decided of the data before the event: facts, or counters behind them.
    private(set) var decisions: [(fact: Int, holds: Bool)] = []
    private var next: Int
    private let count: Int

    static let (never, unknown) = (-1, -2)

    /// A situation in which some facts are known.
    init(
        _ literals: [(fact: Int, holds: Bool)], _ counts: [ClosedRange<Int>], _ last: Int, _ passed: Set<Int>,
        _ facts: Facts
    ) {
        let count = facts.atoms.count
        self.count = count
        values = Array(2..<count + 2) + Array(2..<count + 2)
        next = count + 2
        for (fact, holds) in literals { (values[fact], values[count + fact]) = (holds ? 1 : 0, holds ? 1 : 0) }
        self.counts = counts + counts
        added = counts.map { _ in 0 }
        (self.last, lastBefore, self.passed) = (last, last, passed)
    }

    /// What is known of a fact: yes, no, or a variable.
    func value(_ fact: Int) -> Int { values[fact] }

    mutating func set(_ fact: Int, _ value: Int) { values[fact] = value }

    mutating func forget(_ fact: Int) {
        values[fact] = next
        next += 1
    }

    /// Draws all conclusions from what is known; false if it cannot be.
    mutating func conclude(_ facts: Facts) -> Bool {
        for slot in facts.ofSlot.indices where !facts.ofSlot[slot].isEmpty {
            guard let forced = facts.forced(slot, values, 0) else { return false }
            for (variable, holds) in forced { if !decide(variable, holds, facts, isForced: true) { return false } }
        }
        return true
    }

    /// Decides a variable, and all that follows; false if that cannot be.
    mutating func decide(_ variable: Int, _ holds: Bool, _ facts: Facts, isForced: Bool = false) -> Bool {
        if !isForced, variable < count + 2 { decisions.append((variable - 2, holds)) }
        var waiting = [(variable, holds)]
        while let (variable, holds) = waiting.popLast() {
            var touched: Set<Int> = []
            for index in values.indices where values[index] == variable {
                values[index] = holds ? 1 : 0
                for slot in facts.atoms[index % count].slots { touched.insert(index < count ? slot : ~slot) }
            }
            for slot in touched {
                guard let forced = facts.forced(slot < 0 ? ~slot : slot, values, slot < 0 ? count : 0) else {
                    return false
                }
                waiting += forced
            }
        }
        return true
    }

    // MARK: Counters

    /// A counter is below a bound, or it is not; false if that cannot be.
    mutating func bound(_ counter: Int, below bound: Int, _ holds: Bool) -> Bool {
        let range = counts[counter]
        let (low, high) = (
            holds ? range.lowerBound : max(range.lowerBound, bound),
            holds ? min(range.upperBound, bound - 1) : range.upperBound
        )
        guard low <= high else { return false }
        if range != low...high, let added = added[counter] {
            // What is learnt of the counter now was true of it before, too.
            let before = counts[self.added.count + counter]
            let (least, most) = (
                max(before.lowerBound, low - added),
                high == 255 ? before.upperBound : min(before.upperBound, high - added)
            )
            if least <= most { counts[self.added.count + counter] = least...most }
            decisions.append((count + counter * 1024 + bound - added + 512, holds))
        }
        counts[counter] = low...high
        return true
    }

    mutating func add(_ counter: Int) {
        counts[counter] = min(counts[counter].lowerBound + 1, 255)...min(counts[counter].upperBound + 1, 255)
        added[counter] = added[counter].map { $0 + 1 }
    }

    mutating func reset(_ counter: Int) { (counts[counter], added[counter]) = (0...0, nil) }

    // MARK: Before

    /// Everything is as it was before the event.
    mutating func goBack() {
        for fact in 0..<count { values[fact] = values[count + fact] }
        for counter in added.indices { (counts[counter], added[counter]) = (counts[added.count + counter], 0) }
        last = lastBefore
    }

    mutating func goBack(_ facts: [Int]) { for fact in facts { values[fact] = values[count + fact] } }
}
