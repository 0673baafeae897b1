/// All that can be seen of a value without knowing its members: printed, interpolated, dumped, and walked by mirrors.
public func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped, walked(Mirror(reflecting: value), depth: 0)].joined(
        separator: "\n")
}

/// Whether printing, interpolating, dumping or a mirror shows these bytes, as text, decimal or hexadecimal numbers.
public func shows(_ value: Any, _ bytes: [UInt8]) -> Bool {
    let text = shown(value)
    // A dump has one element a line, a description has commas.
    let numbers = text.split { !$0.isNumber }.joined(separator: ",")
    let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return text.contains(String(decoding: bytes, as: UTF8.self)) || text.lowercased().contains(hexadecimal)
        || numbers.contains(bytes.map { "\($0)" }.joined(separator: ","))
}

private func walked(_ mirror: Mirror, depth: Int) -> String {
    guard depth < 12 else { return "" }
    let own = mirror.children.map { "\($0.value)\n" + walked(Mirror(reflecting: $0.value), depth: depth + 1) }.joined()
    return own + (mirror.superclassMirror.map { walked($0, depth: depth + 1) } ?? "")
}
