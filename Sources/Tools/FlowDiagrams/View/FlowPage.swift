package import FlowCompiler
package import FlowCore
import FlowIR
import FlowTesting

/// A flow as a web page in one file, where the interpreter plays it.
///
/// The page loads nothing, and its security policy forbids requests.
package struct FlowPage {
    package let html: [UInt8]

    /// Writes the page of a compiled flow.
    ///
    /// The result is nil if the compilation has no flow, or if a picture does not have Graphviz's form.
    /// - Parameters:
    ///   - compilation: the compiled flow.
    ///   - table: the flow's table, with marks.
    ///   - pictures: the figures of the flow as Graphviz draws them with `diagramOptions`.
    ///   - extras: what the page offers besides the flow.
    package init?(_ compilation: Compilation, table: [UInt8], pictures: [String], extras: PageExtras = PageExtras()) {
        guard let flow = compilation.flow, let picture = SVGWriter.stack(pictures, title: flow.name) else { return nil }
        var data = FlowData.members(flow, compilation)
        data.append(JSONMember("picture", Self.json(PictureMap(compilation, options: Self.diagramOptions))))
        data += extras.members
        html = PageTemplate.page([
            "TITLE": flow.name.escapedForMarkup, "HOME": extras.homeLink, "PICTURE": CompactSVG.compact(picture),
            "DATA": PageTemplate.scriptText(JSONValue.object(data).jsonText),
            "TABLE": String(decoding: Base64.digits(table), as: UTF8.self), "MODULE": InterpreterModule.base64,
        ])
    }

    /// The options of the picture, whose parts the page marks.
    package static var diagramOptions: DiagramOptions { DiagramOptions(isInteractive: true) }

    /// Returns the places of nodes and transitions in the picture as JSON.
    private static func json(_ map: PictureMap) -> JSONValue {
        let cards = map.cards.map { card in
            JSONValue.array([.string(card.id), number(card.node?.rawValue), .bool(card.isGroup), .string(card.kind)])
        }
        let rows = map.rows.map { row in
            let steps = row.steps.map {
                JSONValue.array([number($0.mark), number($0.from?.rawValue), number($0.to?.rawValue)])
            }
            return JSONValue.array([.string(row.id), row.edge.map { .string($0) } ?? .null, .array(steps)])
        }
        return .object([JSONMember("cards", .array(cards)), JSONMember("rows", .array(rows))])
    }

    /// Returns a number as JSON; null for nil.
    private static func number(_ value: Int?) -> JSONValue { value.map { .number(String($0)) } ?? .null }
}

/// What a page offers besides the flow.
package struct PageExtras: Sendable {
    /// The scenarios to play, and for coverage: the text of scenario files by file name.
    package var scenarios: [(file: String, text: String)] = []
    /// By language: the texts for steps, asks, commands and outcomes. Null if there are none.
    package var texts: JSONValue = .null
    /// The name of the flow's file, to which a copied scenario refers.
    package var file = ""
    /// The walk with which the page begins (``WalkData``). Null if there is none.
    package var walk: JSONValue = .null
    /// The address of the page about the flow, to which the page links; nil if there is none.
    package var home: String?

    /// Creates extras, by default none.
    package init() {}

    /// The link to the page about the flow; empty if there is none.
    fileprivate var homeLink: String {
        home.map { "<a class=\"home\" href=\"" + $0.escapedForMarkup + "\">Documentation</a>" } ?? ""
    }

    /// The extras as members of the page's data.
    fileprivate var members: [JSONMember] {
        let files = scenarios.map { JSONValue.array([.string($0.file), .string($0.text)]) }
        return [
            JSONMember("file", .string(file)), JSONMember("scenarios", .array(files)), JSONMember("texts", texts),
            JSONMember("walk", walk),
        ]
    }
}

/// Fills the page's template with its parts.
enum PageTemplate {
    /// Returns the page with a text in the place of each `{{NAME}}`. An unknown name has an empty text.
    static func page(_ parts: [String: String]) -> [UInt8] {
        let files = EmbeddedFiles.view
        let scripts = files.paths.filter { $0.hasSuffix(".js") }
        let own = [
            "STYLE": stripped(files["style.css"] ?? ""),
            // Together, the scripts are one module.
            "SCRIPT": scripts.map { stripped(files[$0] ?? "") }.joined(separator: "\n"),
        ]
        var page: [UInt8] = []
        var rest = (files["page.html"] ?? "")[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let name = String(rest[start.upperBound..<end.lowerBound])
            page += rest[..<start.lowerBound].utf8
            page += (parts[name] ?? own[name] ?? "").utf8
            rest = rest[end.upperBound...]
        }
        return page + rest.utf8
    }

    /// Returns a script or a style sheet without indentation, blank lines, and lines that are comments.
    private static func stripped(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.joined(separator: "\n")
    }

    /// Returns JSON for a script element, with each `<` escaped, because `</script>` would end the element.
    static func scriptText(_ json: String) -> String {
        String(decoding: json.utf8.flatMap { $0 == UInt8(ascii: "<") ? Array(#"\u003c"#.utf8) : [$0] }, as: UTF8.self)
    }
}
