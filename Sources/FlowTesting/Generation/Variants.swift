import FlowCore

/// Choices of values for members: those that are needed, all of them, and what differs from both in one member, or in two.
struct Variants {
    /// A member that can be given.
    struct Member {
        let name: Int
        let values: [WireValue]
        let isNeeded: Bool
        /// Whether something depends on it.
        let matters: Bool
    }

    /// By number of a member: the value, if it is given.
    typealias Choice = [Int: WireValue]

    private struct Difference {
        let name: Int
        /// Nothing where the member is left out.
        let value: WireValue?
    }

    private let least: Choice
    private let full: Choice
    private let members: [Member]

    /// The choices for some members.
    init(_ members: [Member]) {
        var (least, full): (Choice, Choice) = ([:], [:])
        for member in members {
            full[member.name] = member.values.first
            if member.isNeeded { least[member.name] = member.values.first }
        }
        (self.least, self.full, self.members) = (least, full, members)
    }

    /// What is needed, everything, and what differs from these in one member.
    var single: [Choice] {
        var result = full == least ? [least] : [least, full]
        for base in result { result += differences(from: base).map { Self.with([$0], base) } }
        return result
    }

    /// What differs from what is needed, or from everything, in two members.
    var double: [Choice] {
        (full == least ? [least] : [least, full]).flatMap { base in
            let differences = differences(from: base)
            return differences.indices.flatMap { first in
                differences[(first + 1)...].filter { $0.name != differences[first].name }
                    .map { Self.with([differences[first], $0], base) }
            }
        }
    }

    private func differences(from base: Choice) -> [Difference] {
        members.filter(\.matters).flatMap { member in
            let isGiven = base[member.name] != nil
            let others = member.values.dropFirst(isGiven ? 1 : 0).map { Difference(name: member.name, value: $0) }
            return others + (isGiven && !member.isNeeded ? [Difference(name: member.name, value: nil)] : [])
        }
    }

    private static func with(_ differences: [Difference], _ base: Choice) -> Choice {
        var result = base
        for difference in differences { result[difference.name] = difference.value }
        return result
    }
}
