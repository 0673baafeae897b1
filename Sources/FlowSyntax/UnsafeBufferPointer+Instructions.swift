extension UnsafeBufferPointer<UInt8> {
    /// Returns the start of the processing instruction that ends at an offset, or nil if no instruction ends there.
    ///
    /// The search goes forward from the end of the previous markup. Backward, it could find a `<?` in a comment or in
    /// the instruction itself.
    func startOfInstruction(endingAt end: Int, searchingFrom first: Int) -> Int? {
        var index = first
        while index < end {
            // Comments and CDATA sections can contain `<?`, and are skipped.
            if let next = endOfMarkup(from: "<!--", to: "-->", at: index, end: end)
                ?? endOfMarkup(from: "<![CDATA[", to: "]]>", at: index, end: end)
            {
                index = next
            } else if let next = endOfMarkup(from: "<?", to: "?>", at: index, end: end) {
                if next == end { return index }
                index = next
            } else {
                index += 1
            }
        }
        return nil
    }

    /// Returns the offset after markup that starts at an offset, or nil if the markup does not start there.
    ///
    /// Markup that is not closed ends at `end`.
    private func endOfMarkup(
        from opening: StaticString, to closing: StaticString, at start: Int, end: Int
    ) -> Int? {
        guard starts(with: opening, at: start, end: end) else { return nil }
        var index = start + opening.utf8CodeUnitCount
        while index < end, !starts(with: closing, at: index, end: end) { index += 1 }
        return Swift.min(index + closing.utf8CodeUnitCount, end)
    }
}
