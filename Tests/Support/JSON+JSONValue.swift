package import FlowCore
package import FlowReference

extension JSON {
    /// The same value of the machine.
    package init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let spelling): self = .number(Text(spelling))
        case .string(let text): self = .string(Text(text))
        case .array(let items): self = .array(items.map { JSON($0) })
        case .object(let members): self = .object(members.map { Member(Text($0.name), JSON($0.value)) })
        }
    }

    /// The same value for the machine.
    package var wire: JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let spelling): .number(spelling.description)
        case .string(let text): .string(text.description)
        case .array(let items): .array(items.map(\.wire))
        case .object(let members): .object(members.map { JSONMember($0.name.description, $0.value.wire) })
        }
    }
}
