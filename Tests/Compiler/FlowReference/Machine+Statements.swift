/// Section 8: statements.
extension Machine {
    mutating func run(_ statements: [Element], _ place: NodePlace) throws(Interruption) {
        guard let statement = statements.first else { return }
        first(.run(Array(statements.dropFirst()), place))
        guard holds(statement, place) else { return }
        execute(statement)
        let instance = place.instance
        switch statement.name {
        case "set":
            let name = statement["name"] ?? ""
            set(name, instance, source(statement, flow(instance).type(name), instance))
        case "merge": merge(statement, instance)
        case "clear": clear(statement, instance)
        case "count":
            let counter = Place(instance, statement["counter"] ?? "")
            now.counters[counter] = min(255, now.counters[counter, default: 0] + 1)
            execute(storing: counter.name, instance)
        case "reset":
            for counter in statement.words("counter") { now.counters[Place(instance, counter)] = nil }
            for name in statement.words("attempts") { resetAttempts(at: NodePlace(instance: instance, name: name)) }
        case "error": now.error = PendingError(statement["type"] ?? "", statement.text("message") ?? "")
        case "notify":
            execute(statement.all("show"))
            let values = shown(statement.all("show").lastOfEachName, place)
            outputs.append(.notify(name: statement["name"] ?? "", values: values, error: now.error))
        case "handle": try handle(statement, place)
        case "go", "otherwise":
            let target = NodePlace(instance: instance, name: statement["to"] ?? "")
            instead(.run(statement.children, place), .enter(target, from: place))
        default: break
        }
    }

    private mutating func merge(_ statement: Element, _ instance: [Text]) {
        let name = statement["name"] ?? ""
        guard case .map(let added)? = value(statement["from"] ?? "", instance) else { return }
        guard case .map(let old)? = value(name, instance) else { return set(name, instance, .map(added)) }
        set(name, instance, Value.map(merging: added, into: old))
    }

    private mutating func clear(_ statement: Element, _ instance: [Text]) {
        let taken = statement["entries"].map { Set($0.words) }
        for name in statement.words("name") {
            guard let taken else {
                if name == "error" { now.error = nil } else { set(name, instance, nil) }
                continue
            }
            switch value(name, instance) {
            case .list(let items): set(name, instance, .list(items.filter { !taken.contains($0) }))
            case .map(let entries): set(name, instance, .map(entries.filter { !taken.contains($0.key) }))
            default: break
            }
        }
    }
}
