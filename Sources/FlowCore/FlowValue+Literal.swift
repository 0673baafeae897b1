import FlowTable

extension FlowValue {
    /// A text that the flow's author wrote, as a value of a type: for a list, its words.
    static func literal(_ text: String, _ type: SlotType) -> FlowValue {
        type == .list ? .list(UTF8Text.words(text)) : .text(text)
    }
}
