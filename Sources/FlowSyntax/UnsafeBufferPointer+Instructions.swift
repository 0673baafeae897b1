extension UnsafeBufferPointer<UInt8> {
    /// The start of the instruction that ends at an offset.
    ///
    /// It searches forward from the previous markup, since an instruction, or a comment before it, may contain `<?`.
    func startOfInstruction(endingAt end: Int, from: Int) -> Int? {
        var index = from
        while index < end {
            if starts(with: "<!--", at: index, end: end) {
                index = offset(behind: "-->", from: index + 4, end: end)
            } else if starts(with: "<![CDATA[", at: index, end: end) {
                index = offset(behind: "]]>", from: index + 9, end: end)
            } else if starts(with: "<?", at: index, end: end) {
                let start = index
                index = offset(behind: "?>", from: index + 2, end: end)
                if index == end { return start }
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The offset after the next occurrence of a text; the end if there is none.
    private func offset(behind text: StaticString, from: Int, end: Int) -> Int {
        var index = from
        while index < end, !starts(with: text, at: index, end: end) { index += 1 }
        return Swift.min(index + text.utf8CodeUnitCount, end)
    }
}
