import TestSupport

/// A page of `Docs/Reference/Findings`, taken apart.
struct DiagnosticPage {
    /// Files of an example; the first is the one that is checked.
    struct Example {
        var files: [(path: String, text: String)] = []
        /// The lines of the page, from 0, between the fences of the recorded output, if it has such fences.
        var output: Range<Int>?
    }

    let code: String
    /// The lines of the page, without their ends.
    let lines: [String]
    private(set) var title = ""
    /// The first paragraph.
    private(set) var summary = ""
    private(set) var why: [String] = []
    private(set) var bad = Example()
    private(set) var good = Example()
    /// Why there is no example, if the page says so.
    private(set) var excuse: String?

    static let folder = "Docs/Reference/Findings"

    /// The codes that have a page in the folder.
    static var codesInFolder: [String] {
        PackageFiles.names(in: folder).filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    }

    var path: String { "\(Self.folder)/\(code).md" }

    init(code: String) throws {
        self.init(code: code, text: try PackageFiles.text("\(Self.folder)/\(code).md"))
    }

    init(code: String, text: String) {
        self.code = code
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var section = ""
        var fence: (info: String, start: Int)?
        for (number, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                if let open = fence {
                    read(open.info, lines[open.start..<number], number, section)
                    fence = nil
                } else {
                    fence = (String(line.dropFirst(3)), number + 1)
                }
            } else if fence == nil {
                read(line, &section)
            }
        }
    }

    /// The page with another output of its bad example.
    func recording(_ output: String) -> String {
        guard let range = bad.output else { return lines.joined(separator: "\n") }
        var new = lines
        new.replaceSubrange(
            range, with: output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        return new.joined(separator: "\n")
    }

    /// The recorded output.
    var output: String { (bad.output.map { lines[$0] } ?? []).joined(separator: "\n") }

    private mutating func read(_ line: String, _ section: inout String) {
        if line.hasPrefix("# ") {
            title = String(line.dropFirst(2))
        } else if line.hasPrefix("## ") {
            section = String(line.dropFirst(3))
        } else if line.hasPrefix("<!-- no example: "), line.hasSuffix(" -->") {
            excuse = String(line.dropFirst(17).dropLast(4))
        } else if section.isEmpty, !line.isEmpty {
            if summary.isEmpty { summary = line } else { why.append(line) }
        }
    }

    private mutating func read(_ info: String, _ content: ArraySlice<String>, _ end: Int, _ section: String) {
        if info.hasPrefix("xml file=") {
            let file = (String(info.dropFirst("xml file=".count)), content.map { $0 + "\n" }.joined())
            if section == "Bad" { bad.files.append(file) }
            if section == "Good" { good.files.append(file) }
        } else if info == "text", section == "Bad" {
            bad.output = content.startIndex..<end
        }
    }
}
