import FlowTable

extension FlowValue {
    /// Returns a literal as a value of a type. A list is split into words.
    static func literal(_ text: String, _ type: SlotType) -> FlowValue {
        type == .list ? .list(UTF8Text.words(text)) : .text(text)
    }
}
