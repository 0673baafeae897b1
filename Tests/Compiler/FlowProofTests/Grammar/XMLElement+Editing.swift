extension XMLElement {
    /// The element as text: attributes by name, their values as they were written.
    var text: String {
        let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
        if children.isEmpty { return "<\(name)\(attributes)/>" }
        return "<\(name)\(attributes)>\n\(children.map(\.text).joined(separator: "\n"))\n</\(name)>"
    }

    /// The number of elements in it, itself included.
    var count: Int { children.reduce(1) { $0 + $1.count } }

    /// The element at a path of positions.
    subscript(path: ArraySlice<Int>) -> XMLElement {
        get { path.first.map { children[$0][path.dropFirst()] } ?? self }
        set {
            if let first = path.first { children[first][path.dropFirst()] = newValue } else { self = newValue }
        }
    }

    /// The paths of the elements that fit.
    func paths(where isWanted: (XMLElement) -> Bool) -> [[Int]] {
        let below = children.enumerated().flatMap { index, child in child.paths(where: isWanted).map { [index] + $0 } }
        return (isWanted(self) ? [[]] : []) + below
    }

    /// All elements in it, itself first.
    var all: [XMLElement] { [self] + children.flatMap(\.all) }

    /// The name of the node that it is; nil for anything else.
    var node: String? {
        let isNode = ["call", "step", "choice", "use", "challenge", "end"].contains(name)
        return isNode ? attributes["id"] ?? attributes["name"] : nil
    }

    /// Takes away elements below it, with all that is in them.
    mutating func removeAll(where isUnwanted: (XMLElement) -> Bool) {
        children.removeAll(where: isUnwanted)
        for index in children.indices { children[index].removeAll(where: isUnwanted) }
    }

    /// Changes it and all elements in it.
    mutating func changeAll(_ change: (inout XMLElement) -> Void) {
        change(&self)
        for index in children.indices { children[index].changeAll(change) }
    }
}
