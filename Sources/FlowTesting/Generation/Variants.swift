import FlowCore

/// Combinations of values for members: the required ones, all of them, and variations of both in one, two or three
/// members.
struct Variants {
    /// A member that can be supplied.
    struct Member {
        let name: Int
        let values: [JSONValue]
        let isNeeded: Bool
        /// Whether the flow depends on it.
        let matters: Bool
    }

    /// By number of a member: its value, if it is supplied.
    typealias Choice = [Int: JSONValue]

    private struct Difference {
        let name: Int
        /// The value, or nil to omit the member.
        let value: JSONValue?
        /// Whether it changes the value, not just the presence.
        let isOther: Bool
    }

    private let least: Choice
    private let full: Choice
    private let members: [Member]

    /// Creates the combinations of some members.
    init(_ members: [Member]) {
        var (least, full): (Choice, Choice) = ([:], [:])
        for member in members {
            full[member.name] = member.values.first
            if member.isNeeded { least[member.name] = member.values.first }
        }
        (self.least, self.full, self.members) = (least, full, members)
    }

    /// The required members, all members, and variations of these in one member.
    var single: [Choice] {
        var result = bases
        for base in result { result += differences(from: base).map { Self.with([$0], base) } }
        return result
    }

    /// Variations of the required members, or of all, in two members. Variations of both values come first.
    var double: [Choice] {
        let pairs = bases.flatMap { base in
            Self.following(differences(from: base).map { [$0] }, differences(from: base)).map { (base, $0) }
        }
        let others = pairs.filter { $0.1.allSatisfy(\.isOther) } + pairs.filter { !$0.1.allSatisfy(\.isOther) }
        return others.map { Self.with($0.1, $0.0) }
    }

    /// Variations of the required members, or of all, in three members.
    var triple: [Choice] {
        bases.flatMap { base in
            let differences = differences(from: base)
            let pairs = Self.following(differences.map { [$0] }, differences)
            return Self.following(pairs, differences).map { Self.with($0, base) }
        }
    }

    private var bases: [Choice] { full == least ? [least] : [least, full] }

    /// Appends to each list each difference of a later member.
    private static func following(_ lists: [[Difference]], _ all: [Difference]) -> [[Difference]] {
        lists.flatMap { list in
            all.filter { $0.name > list[list.count - 1].name }.map { list + [$0] }
        }
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
