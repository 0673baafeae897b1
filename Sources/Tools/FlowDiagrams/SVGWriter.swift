/// Combines the pictures that Graphviz draws of a diagram's graphs into one SVG picture.
package enum SVGWriter {
    /// Returns one picture of several, one below the other, with a title and colors for light and dark pages.
    /// - Parameters:
    ///   - pictures: the SVG documents that Graphviz wrote, from top to bottom.
    ///   - title: the name of the flow.
    /// - Returns: the document, or nil if one of the pictures does not have Graphviz's form.
    package static func stack(_ pictures: [String], title: String) -> String? {
        var body = ""
        var width = 0.0
        var height = 0.0
        for picture in pictures {
            guard let figure = Picture(picture) else { return nil }
            body += "<svg y=\"" + String(height) + "\" width=\"" + String(figure.width) + "\" height=\""
            body += String(figure.height) + "\" viewBox=\"" + figure.viewBox + "\">\n" + figure.content + "</svg>\n"
            width = max(width, figure.width)
            height += figure.height
        }
        let size = "width=\"" + String(width) + "pt\" height=\"" + String(height) + "pt\" viewBox=\"0 0 "
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg " + size + String(width) + " " + String(height)
            + "\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"
            + "<title>" + Text.markup(title) + "</title>\n<style>" + style + "</style>\n" + body + "</svg>\n"
    }

    /// The size and the content of a picture from Graphviz.
    private struct Picture {
        var width = 0.0
        var height = 0.0
        var viewBox = ""
        /// The markup inside the outer element.
        var content = ""

        /// Parses a picture. The result is nil if it has no outer element with a view box.
        init?(_ text: String) {
            guard let start = text.firstRange(of: "<svg "),
                let end = text[start.upperBound...].firstRange(of: "</svg>"),
                let close = text[start.upperBound...].firstIndex(of: ">"),
                let box = Self.attribute("viewBox", in: text[start.upperBound..<close])
            else { return nil }
            let sizes = box.split(separator: " ").compactMap { Double($0) }
            guard sizes.count == 4 else { return nil }
            (width, height, viewBox) = (sizes[2], sizes[3], box)
            content = String(text[text.index(after: close)..<end.lowerBound])
        }

        /// Returns the value of an attribute, or nil if the tag lacks it.
        private static func attribute(_ name: String, in tag: Substring) -> String? {
            guard let start = tag.firstRange(of: name + "=\"") else { return nil }
            let rest = tag[start.upperBound...]
            return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
        }
    }

    /// The style sheet, which replaces each color by its dark counterpart on dark pages.
    private static var style: String {
        var darkRules = ""
        for (light, dark) in Palette.dark {
            darkRules += "[fill=\"" + light + "\"]{fill:" + dark + "}[stroke=\"" + light + "\"]{stroke:" + dark + "}"
        }
        return
            "text{font-family:Helvetica,Arial,sans-serif;white-space:pre}a{cursor:default}@media(prefers-color-scheme:dark){"
            + darkRules + "}"
    }
}
