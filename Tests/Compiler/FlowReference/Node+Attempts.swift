extension Node {
    /// The transitions that can be taken at the node and whose attempts are counted, the nearest first.
    var counting: [Element] {
        let statements = body.filter { $0.name != "on" && $0.name != "answer" }
        let handles = Self.handles(in: statements + transitions.joined().flatMap(\.children))
        return (Array(transitions.joined()) + handles.flatMap { $0.all("on") }).filter { on in
            on["attempts"] != nil && canTake(on, works: !handles.isEmpty || hasRequest && derives)
        }
    }

    /// The handlers that work in elements, also after failures of other handlers.
    private static func handles(in elements: [Element]) -> [Element] {
        elements.flatMap { ($0.name == "handle" ? [$0] : []) + handles(in: $0.children) }
    }

    private func canTake(_ on: Element, works: Bool) -> Bool {
        if on["error"] != nil || on["challenge"] != nil { return hasRequest }
        if on["select"] != nil { return asks }
        if on["failure"] != nil { return works }
        if on["outcome"] != nil { return kind == "use" }
        return on.words("event").contains { event in
            if ["success", "reply", "invalid"].contains(event) { return hasRequest }
            if kind == "use", event == "timeout", outerScopes.contains(where: { $0["within"] != nil }) { return true }
            if kind == "end" {
                return parts.contains { $0.element.all("on").contains { $0.words("event").contains(event) } }
            }
            return asks || (event == "cancel" || event == "start") && (hasRequest || works)
        }
    }
}
