/// A service description with one thing changed.
struct ServiceFactsMutation: Sendable {
    /// What was changed.
    let words: String
    let root: ServiceFactsElement

    /// The attributes that are lists of names.
    private static let lists = ["errors", "names", "challenge"]

    /// Every element taken out, every name and number changed, every word of a list taken out, `required` turned over.
    static func all(of root: ServiceFactsElement) -> [ServiceFactsMutation] {
        changes(of: root).map { ServiceFactsMutation(words: $0.words, root: $0.element) }
    }

    private static func changes(of element: ServiceFactsElement) -> [(words: String, element: ServiceFactsElement)] {
        var changes = attributeChanges(of: element)
        for (index, child) in element.children.enumerated() where child.name != "doc" {
            var less = element
            less.children.remove(at: index)
            changes.append(("\(title(child)) taken out", less))
            for change in self.changes(of: child) {
                var other = element
                other.children[index] = change.element
                changes.append(("\(title(element)): \(change.words)", other))
            }
        }
        return changes
    }

    private static func attributeChanges(
        of element: ServiceFactsElement
    ) -> [(words: String, element: ServiceFactsElement)] {
        var changes: [(words: String, element: ServiceFactsElement)] = []
        func change(_ attribute: String, to value: String?) {
            var other = element
            other.attributes[attribute] = value
            changes.append(("\(title(element)) \(attribute)=\(value ?? "nothing")", other))
        }
        for list in lists where element.attributes[list] != nil && element.name != "reply" {
            let words = element.words(list)
            for index in words.indices {
                change(list, to: (words[..<index] + words[(index + 1)...]).joined(separator: " "))
            }
        }
        for bound in ["session-at-least", "session-at-most"] where element.attributes[bound] != nil {
            change(bound, to: "1")
        }
        switch element.name {
        case "input", "output", "parameter", "response":
            change("at", to: "\(element.path)X")
            change("required", to: element.isRequired ? nil : "true")
        case "operation", "variant", "challenge": change("name", to: "X")
        default: break
        }
        return changes
    }

    private static func title(_ element: ServiceFactsElement) -> String {
        "\(element.name) \(element.attributes["name"] ?? "")"
    }
}
