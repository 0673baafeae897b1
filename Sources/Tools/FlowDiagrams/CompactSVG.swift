/// Makes pictures of Graphviz smaller, for pages that contain them.
///
/// This removes comments, titles of elements, links that lead nowhere, and attributes that a page does not need, and
/// shortens tooltips. The tooltip of a removed link becomes the title of the element that contains the link.
package struct CompactSVG {
    private let source: [UInt8]
    private let keepsLinks: Bool
    private var position = 0
    private var result: [UInt8] = []
    /// For each open link, whether it remains.
    private var openLinks: [Bool] = []

    /// Returns the picture without its XML declaration and without what a page does not need. Unless `keepsLinks` is
    /// true, links that lead somewhere are removed, too.
    package static func compact(_ picture: String, keepsLinks: Bool = false) -> String {
        var compactor = CompactSVG(source: Array(picture.utf8), keepsLinks: keepsLinks)
        compactor.copy()
        return String(decoding: compactor.result, as: UTF8.self)
    }

    /// Copies the document, tag by tag.
    private mutating func copy() {
        while position < source.count {
            if starts("<?xml") {
                skip(to: "?>")
            } else if starts("<!--") {
                skip(to: "-->")
            } else if starts("<title>"), result.count > Self.headLength {
                skip(to: "</title>")
            } else if starts("&#45;") {
                copyHyphen()
            } else if starts("<a ") || starts("<a>") {
                copyLink()
            } else if starts("</a>") {
                position += "</a>".utf8.count
                if openLinks.popLast() ?? true { result += "</a>".utf8 }
            } else if starts("<"), !starts("</") {
                copyTag()
            } else {
                copyText()
            }
        }
    }

    /// The maximum length of the picture's own start in bytes. A title that begins there names the flow, and stays.
    private static let headLength = 300

    /// Copies a byte of text. Line ends are left out, since Graphviz writes them only between tags.
    private mutating func copyText() {
        if source[position] != UInt8(ascii: "\n") { result.append(source[position]) }
        position += 1
    }

    /// Copies a hyphen, which Graphviz escapes.
    private mutating func copyHyphen() {
        result.append(UInt8(ascii: "-"))
        skip(to: ";")
    }

    /// Copies a start tag without attributes that the page does not need.
    private mutating func copyTag() {
        copy(while: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") })
        for attribute in neededAttributes() { result += attribute.utf8 }
    }

    /// Copies the start of a link or, if the link is removed, only its tooltip.
    private mutating func copyLink() {
        position += "<a".utf8.count
        let attributes = neededAttributes()
        position += 1
        let isLink = attributes.contains { $0.hasPrefix(" xlink:href=") }
        openLinks.append(isLink)
        if isLink {
            result += ("<a" + attributes.joined() + ">").utf8
        } else if let tooltip = attributes.first(where: { $0.hasPrefix(Self.tooltip) }) {
            result += ("<title>" + tooltip.dropFirst(Self.tooltip.count).dropLast() + "</title>").utf8
        }
    }

    /// The start of an attribute with a tooltip.
    private static let tooltip = " xlink:title=\""

    /// Moves past the attributes of a tag, and returns those that the page needs.
    private mutating func neededAttributes() -> [String] {
        var attributes: [String] = []
        while position < source.count, source[position] != UInt8(ascii: ">") {
            let start = position
            skipAttribute()
            let attribute = String(decoding: source[start..<position], as: UTF8.self)
            if isNeeded(attribute) { attributes.append(Self.shortened(attribute)) }
        }
        return attributes
    }

    /// Moves past a space and an attribute with its value, or past a slash.
    private mutating func skipAttribute() {
        position += 1
        while position < source.count, !Self.endsName.contains(source[position]) { position += 1 }
        guard position < source.count, source[position] == UInt8(ascii: "=") else { return }
        position += 2
        while position < source.count, source[position] != UInt8(ascii: "\"") { position += 1 }
        position += 1
    }

    /// The bytes that end the name of an attribute.
    private static let endsName: Set<UInt8> = [
        UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "/"),
    ]

    /// The starts of attributes that a page does not need, because it inherits or ignores them.
    private static let unneeded = [
        " font-family=", " text-anchor=\"start\"", " font-size=\"9.00\"", " stroke=\"transparent\"",
        " xlink:title=\"&lt;TABLE&gt;\"", " xlink:title=\" \"",
    ]

    /// Returns whether the page needs an attribute, which begins with a space.
    private func isNeeded(_ attribute: String) -> Bool {
        if attribute.hasPrefix(" xlink:href=") { return keepsLinks && attribute != " xlink:href=\"#\"" }
        return !Self.unneeded.contains { attribute.hasPrefix($0) }
    }

    /// Returns an attribute with plain hyphens and, in a tooltip, only the first lines.
    private static func shortened(_ attribute: String) -> String {
        let plain = attribute.replacing("&#45;", with: "-")
        guard plain.hasPrefix(tooltip), plain.utf8.count > maxTooltipLength else { return plain }
        let start = plain.prefix(maxTooltipLength)
        let lines = start.split(separator: "&#10;")
        // The last line may be cut in two, so it is left out. A single line ends before a reference that may be cut.
        guard lines.count > 1 else {
            let reference = start.suffix(8).lastIndex(of: "&") ?? start.endIndex
            return start[..<reference] + "…\""
        }
        return lines.dropLast().joined(separator: "&#10;") + "&#10;…\""
    }

    /// The maximum length of a tooltip in characters.
    private static let maxTooltipLength = 500

    // MARK: Scanning

    /// Returns whether a text begins at the position.
    private func starts(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= source.count else { return false }
        return (0..<length).allSatisfy { source[position + $0] == text.utf8Start[$0] }
    }

    /// Moves past the next occurrence of a text, or to the end of the picture.
    private mutating func skip(to end: StaticString) {
        while position < source.count, !starts(end) { position += 1 }
        position = min(source.count, position + end.utf8CodeUnitCount)
    }

    /// Copies bytes up to the first one that does not satisfy a condition.
    private mutating func copy(while isCopied: (UInt8) -> Bool) {
        while position < source.count, isCopied(source[position]) {
            result.append(source[position])
            position += 1
        }
    }
}
