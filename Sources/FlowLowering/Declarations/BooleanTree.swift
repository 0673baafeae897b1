import FlowModel

/// A condition.
package indirect enum BooleanTree<Leaf> {
    case constant(Bool)
    case leaf(Leaf)
    case not(BooleanTree)
    case and(BooleanTree, BooleanTree)
    case or(BooleanTree, BooleanTree)
}

extension BooleanTree: Sendable where Leaf: Sendable {}

extension BooleanTree {
    func condition(_ body: (Leaf) -> Condition) -> Condition {
        switch self {
        case .constant(let holds): return .constant(holds)
        case .leaf(let leaf): return body(leaf)
        case .not(let inner): return .not(inner.condition(body))
        case .and(let left, let right):
            let first = left.condition(body)
            return .and(first, right.condition(body))
        case .or(let left, let right):
            let first = left.condition(body)
            return .or(first, right.condition(body))
        }
    }
}

extension BooleanTree {
    func forEachLeaf(_ body: (Leaf) -> Void) {
        switch self {
        case .constant: break
        case .leaf(let leaf): body(leaf)
        case .not(let inner): inner.forEachLeaf(body)
        case .and(let left, let right), .or(let left, let right):
            left.forEachLeaf(body)
            right.forEachLeaf(body)
        }
    }
}
