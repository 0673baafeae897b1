import FlowTable

extension FlowValue {
    /// Returns the value of `type` that a literal text stands for. The items of a list are the words of the text.
    static func literal(_ text: String, _ type: SlotType) -> FlowValue {
        type == .list ? .list(UTF8Text.words(text)) : .text(text)
    }
}
