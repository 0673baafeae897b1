import FlowTesting

/// Markup in which untrusted parts are escaped.
///
/// A literal is markup. An interpolated string is text, whose special characters are escaped.
struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
    private(set) var markup: String

    init(stringLiteral: String) { markup = stringLiteral }

    /// Creates trusted markup with untrusted interpolations.
    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    init(text: String) { markup = Self.escaped(text) }

    /// Creates markup from a program that escapes untrusted text itself, such as Graphviz.
    init(trusted markup: String) { self.markup = markup }

    var isEmpty: Bool { markup.isEmpty }

    /// Returns the markup of two parts, one after the other.
    static func + (left: HTML, right: HTML) -> HTML {
        var result = left
        result += right
        return result
    }

    /// Appends markup.
    static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

    /// Returns a text with its special characters escaped, and with spaces in place of control and invisible characters.
    private static func escaped(_ text: String) -> String {
        var visible = ""
        visible.unicodeScalars.append(contentsOf: text.unicodeScalars.lazy.map(Text.printableScalar))
        return visible.escapedForMarkup
    }

    /// Builds markup from literals and interpolations.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { markup += literal }
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
        mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    }
}

extension Sequence<HTML> {
    /// Returns the concatenation of the parts, with a separator between them.
    func joined(separator: HTML = "") -> HTML {
        var result: HTML = ""
        for (index, part) in enumerated() { result += index > 0 ? separator + part : part }
        return result
    }
}

/// Frequent elements.
extension HTML {
    /// Returns a name as code, or a text with spaces as it is.
    static func name(_ text: String) -> HTML { text.contains(" ") ? HTML(text: text) : "<code>\(text)</code>" }

    /// Returns a text for people, in which backticks mark code.
    static func prose(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // A backtick without a partner stays.
        guard parts.count % 2 == 1 else { return HTML(text: text) }
        return parts.enumerated().map { index, part in index % 2 == 1 ? "<code>\(part)</code>" : HTML(text: part) }
            .joined()
    }

    /// Returns names, separated by commas.
    static func names(_ names: [String]) -> HTML { names.map(name).joined(separator: ", ") }

    /// Returns a table without empty columns, or `otherwise` if there are no rows.
    static func table(_ headings: [String], _ rows: [[HTML]], otherwise: HTML = "") -> HTML {
        guard !rows.isEmpty else { return otherwise }
        let columns = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        return filledTable(columns.map { headings[$0] }, rows.map { row in columns.map { row[$0] } })
    }

    /// Returns a table. On a narrow screen, the heading of its column stands before each cell.
    private static func filledTable(_ headings: [String], _ rows: [[HTML]]) -> HTML {
        let head = headings.map { "<th scope=\"col\">\($0)</th>" as HTML }.joined()
        let body = rows.map { row -> HTML in
            let cells = zip(headings, row).enumerated().map { index, cell -> HTML in
                let label: HTML = index == 0 || cell.0.isEmpty ? "" : " data-label=\"\(cell.0)\""
                return "<td\(label)>\(cell.1)</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        let name = headings.filter { !$0.isEmpty }.joined(separator: ", ")
        return """
            <div class="scroll stack" tabindex="0" role="group" aria-label="\(name)">\
            <table><thead><tr>\(head)</tr></thead><tbody>
            \(body.joined())</tbody></table></div>

            """
    }

    /// Returns a list of terms with their descriptions; empty if no term has one. A term without a description is left
    /// out.
    static func facts(_ facts: [(term: String, description: HTML)]) -> HTML {
        let shown = facts.filter { !$0.description.isEmpty }
        guard !shown.isEmpty else { return "" }
        return
            "<dl class=\"facts\">\(shown.map { "<dt>\($0.term)</dt><dd>\($0.description)</dd>\n" as HTML }.joined())</dl>\n"
    }
}

/// Addresses in a site, which are relative.
enum SiteAddress {
    /// Returns the relative address of the site's folder from a page: a `../` for each parent folder of the page.
    static func root(from page: String) -> String {
        String(repeating: "../", count: page.split(separator: "/").count - 1)
    }
}
