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
        /// Whether it is more than being there or not.
        let isOther: Bool
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

    /// What differs from what is needed, or from everything, in two members; other values of both come first.
    var double: [Choice] {
        var (values, rest): ([Choice], [Choice]) = ([], [])
        for base in full == least ? [least] : [least, full] {
            let differences = differences(from: base)
            for (number, first) in differences.enumerated() {
                for second in differences[(number + 1)...] where second.name != first.name {
                    let choice = Self.with([first, second], base)
                    if first.isOther, second.isOther { values.append(choice) } else { rest.append(choice) }
                }
            }
        }
        return values + rest
    }

    private func differences(from base: Choice) -> [Difference] {
        members.filter(\.matters).flatMap { member in
            let isGiven = base[member.name] != nil
            let others = member.values.enumerated().dropFirst(isGiven ? 1 : 0).map { number, value in
                Difference(name: member.name, value: value, isOther: number > 0)
            }
            let none = Difference(name: member.name, value: nil, isOther: false)
            return others + (isGiven && !member.isNeeded ? [none] : [])
        }
    }

    private static func with(_ differences: [Difference], _ base: Choice) -> Choice {
        var result = base
        for difference in differences { result[difference.name] = difference.value }
        return result
    }
}
