/// A Boolean expression over leaves of some type, joined by `not`, `and` and `or`.
///
/// The methods in this file do not recurse, because a condition can be a long chain. They are inlinable, so that the
/// proofs, which evaluate many guards, call specialized versions.
@usableFromInline
package indirect enum BooleanTree<Leaf> {
    case constant(Bool)
    case leaf(Leaf)
    case not(BooleanTree)
    case and(BooleanTree, BooleanTree)
    case or(BooleanTree, BooleanTree)

    /// A node of a tree, with a value in place of each child.
    @usableFromInline
    package enum Layer<Value> {
        case constant(Bool)
        case leaf(Leaf)
        case not(Value)
        case and(Value, Value)
        case or(Value, Value)
    }

    /// Returns the value of the tree, computed bottom-up and from left to right.
    ///
    /// The closure receives a node with the values of its children, and returns the value of the node.
    @inlinable
    package func fold<Value>(_ value: (Layer<Value>) -> Value) -> Value {
        // A node waits twice: first to add its children, and then, when it is open, to combine their values.
        var waiting: [(tree: BooleanTree, isOpen: Bool)] = [(self, false)]
        var done: [Value] = []
        while let (tree, isOpen) = waiting.popLast() {
            switch (tree, isOpen) {
            case (.constant(let holds), _): done.append(value(.constant(holds)))
            case (.leaf(let leaf), _): done.append(value(.leaf(leaf)))
            case (.not(let inner), false): waiting += [(tree, true), (inner, false)]
            case (.and(let left, let right), false), (.or(let left, let right), false):
                waiting += [(tree, true), (right, false), (left, false)]
            case (.not, true): done.append(value(.not(done.removeLast())))
            case (.and, true):
                let right = done.removeLast()
                done.append(value(.and(done.removeLast(), right)))
            case (.or, true):
                let right = done.removeLast()
                done.append(value(.or(done.removeLast(), right)))
            }
        }
        return done.removeLast()
    }

    /// Calls `body` with every leaf, from left to right.
    @inlinable
    package func forEachLeaf(_ body: (Leaf) -> Void) {
        var waiting = [self]
        while let tree = waiting.popLast() {
            switch tree {
            case .constant: continue
            case .leaf(let leaf): body(leaf)
            case .not(let inner): waiting.append(inner)
            case .and(let left, let right), .or(let left, let right): waiting += [right, left]
            }
        }
    }

    /// Calls `body` with leaves whose values follow from the value of the tree, in no particular order.
    ///
    /// Omits the operands of a false conjunction and of a true disjunction, since neither operand alone is determined.
    ///
    /// - Parameters:
    ///   - holds: the value of the tree
    ///   - body: receives a leaf and its value
    @inlinable
    package func forEachForced(_ holds: Bool, _ body: (Leaf, Bool) -> Void) {
        var waiting = [(self, holds)]
        while let (tree, holds) = waiting.popLast() {
            switch (tree, holds) {
            case (.leaf(let leaf), _): body(leaf, holds)
            case (.not(let inner), _): waiting.append((inner, !holds))
            case (.and(let left, let right), true), (.or(let left, let right), false):
                waiting += [(left, holds), (right, holds)]
            case (.and, false), (.or, true), (.constant, _): continue
            }
        }
    }

    /// Returns the tree with the result of `transform` in place of each leaf.
    @inlinable
    package func flatMap<Other>(_ transform: (Leaf) -> BooleanTree<Other>) -> BooleanTree<Other> {
        fold { layer in
            switch layer {
            case .constant(let holds): .constant(holds)
            case .leaf(let leaf): transform(leaf)
            case .not(let inner): .not(inner)
            case .and(let left, let right): .and(left, right)
            case .or(let left, let right): .or(left, right)
            }
        }
    }

    /// An equivalent tree that contains no constants, or is a constant.
    @inlinable
    package var withoutConstants: BooleanTree {
        fold { layer in
            switch layer {
            case .constant(let holds): .constant(holds)
            case .not(.constant(let holds)): .constant(!holds)
            case .leaf(let leaf): .leaf(leaf)
            case .not(let inner): .not(inner)
            case .and(.constant(let holds), let other), .and(let other, .constant(let holds)):
                holds ? other : .constant(false)
            case .or(.constant(let holds), let other), .or(let other, .constant(let holds)):
                holds ? .constant(true) : other
            case .and(let left, let right): .and(left, right)
            case .or(let left, let right): .or(left, right)
            }
        }
    }
}

extension BooleanTree: Sendable where Leaf: Sendable {}
extension BooleanTree: Equatable where Leaf: Equatable {}
extension BooleanTree: Hashable where Leaf: Hashable {}
