import FlowIR
import TestSupport
import Testing

/// Conditions as trees: their walks, which need no native stack.
struct BooleanTreeTests {
    private typealias Tree = BooleanTree<Int>

    private static func random(_ depth: Int, _ random: inout Seeded) -> Tree {
        switch depth > 0 ? random.below(5) : random.below(2) {
        case 0: .constant(random.chance(50))
        case 1: .leaf(random.below(4))
        case 2: .not(Self.random(depth - 1, &random))
        case 3: .and(Self.random(depth - 1, &random), Self.random(depth - 1, &random))
        default: .or(Self.random(depth - 1, &random), Self.random(depth - 1, &random))
        }
    }

    /// By the definition: a call for each level.
    private static func evaluate(_ tree: Tree, _ values: Int) -> Bool {
        switch tree {
        case .constant(let holds): holds
        case .leaf(let number): values >> number & 1 == 1
        case .not(let inner): !evaluate(inner, values)
        case .and(let left, let right): evaluate(left, values) && evaluate(right, values)
        case .or(let left, let right): evaluate(left, values) || evaluate(right, values)
        }
    }

    private static func leaves(_ tree: Tree) -> [Int] {
        switch tree {
        case .constant: []
        case .leaf(let number): [number]
        case .not(let inner): leaves(inner)
        case .and(let left, let right), .or(let left, let right): leaves(left) + leaves(right)
        }
    }

    private static func hasConstant(_ tree: Tree) -> Bool {
        tree.fold { layer in
            switch layer {
            case .constant: true
            case .leaf: false
            case .not(let inner): inner
            case .and(let left, let right), .or(let left, let right): left || right
            }
        }
    }

    @Test("Walks agree with the definitions") func walks() {
        var random = Seeded(7)
        for _ in 0..<500 {
            let tree = Self.random(5, &random)
            var leaves: [Int] = []
            tree.forEachLeaf { leaves.append($0) }
            #expect(leaves == Self.leaves(tree))
            #expect(tree.flatMap { .leaf($0) } == tree)
            let plain = tree.withoutConstants
            if case .constant = plain {} else { #expect(!Self.hasConstant(plain), "\(tree)") }
            for values in 0..<16 { #expect(Self.evaluate(plain, values) == Self.evaluate(tree, values), "\(tree)") }
        }
    }

    @Test("A long chain is walked from left to right") func chain() {
        let count = 4000
        let tree = (1..<count).reduce(Tree.leaf(0)) { .or($0, .not(.leaf($1))) }
        var leaves: [Int] = []
        tree.forEachLeaf { leaves.append($0) }
        #expect(leaves == Array(0..<count))
        let depth: Int = tree.fold { layer in
            switch layer {
            case .constant, .leaf: 1
            case .not(let inner): inner + 1
            case .and(let left, let right), .or(let left, let right): max(left, right) + 1
            }
        }
        #expect(depth == count + 1)
    }
}
