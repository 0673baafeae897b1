extension UnsafeBufferPointer<UInt8> {
    /// Returns the start of the processing instruction that ends at an offset, or nil if no instruction ends there.
    ///
    /// The search goes forward from the end of the previous markup. Backward, it could find a `<?` in a comment or in
    /// the instruction itself.
    func startOfInstruction(endingAt end: Int, searchingFrom first: Int) -> Int? {
        var index = first
        while index < end {
            // Comments and CDATA sections can contain `<?`, and are skipped.
            if starts(with: "<!--", at: index, end: end) {
                index = offset(after: "-->", from: index + 4, end: end)
            } else if starts(with: "<![CDATA[", at: index, end: end) {
                index = offset(after: "]]>", from: index + 9, end: end)
            } else if starts(with: "<?", at: index, end: end) {
                let start = index
                index = offset(after: "?>", from: index + 2, end: end)
                if index == end { return start }
            } else {
                index += 1
            }
        }
        return nil
    }

    /// Returns the offset after the next occurrence of a text, or `end` if the text does not occur.
    private func offset(after text: StaticString, from start: Int, end: Int) -> Int {
        var index = start
        while index < end, !starts(with: text, at: index, end: end) { index += 1 }
        return Swift.min(index + text.utf8CodeUnitCount, end)
    }
}
