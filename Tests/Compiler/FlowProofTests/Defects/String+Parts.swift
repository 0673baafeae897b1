extension String {
    /// The parts between all places where another text stands in it; itself if there are none.
    func cut(at part: String) -> [String] {
        let (text, part) = (Array(utf8), Array(part.utf8))
        var parts: [String] = []
        var start = 0
        var index = 0
        while index + part.count <= text.count {
            if text[index] == part.first, text[index..<index + part.count].elementsEqual(part) {
                parts.append(String(decoding: text[start..<index], as: UTF8.self))
                (index, start) = (index + part.count, index + part.count)
            } else {
                index += 1
            }
        }
        return parts + [String(decoding: text[start...], as: UTF8.self)]
    }
}
