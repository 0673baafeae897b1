extension UnsafeBufferPointer<UInt8> {
    /// The range without XML white space at its ends.
    package var trimmedRange: Range<Int> {
        var start = 0
        var end = count
        while start < end, Byte.isSpace(self[start]) { start += 1 }
        while end > start, Byte.isSpace(self[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Calls a function with the range of each word, separated by XML white space.
    func forEachWord(_ body: (Range<Int>) -> Void) {
        var index = 0
        while index < count {
            while index < count, Byte.isSpace(self[index]) { index += 1 }
            let start = index
            while index < count, !Byte.isSpace(self[index]) { index += 1 }
            if index > start { body(start..<index) }
        }
    }
}
