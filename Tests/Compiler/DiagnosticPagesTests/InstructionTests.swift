import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// Processing instructions for this program: where they stand, what they hold, and which element follows them.
@Suite struct InstructionTests {
    private func tree(_ text: String) throws -> SyntaxTree {
        var bag = DiagnosticBag()
        let file = SourceFile(path: "a.xml", bytes: Array(text.utf8))
        let document = DocumentParser.parse(file: file, id: FileID(0), bag: &bag)
        return try #require(document, "\(text)\n\(bag.diagnostics.map(\.message))").tree
    }

    /// What is read of the only instruction: its source, and its fields as `name=text[words]`.
    private func read(_ instruction: String) throws -> [String] {
        let tree = try tree("<a>\(instruction)<b/></a>")
        let found = tree.compilerInstructions
        #expect(found.map { tree.file.text($0.range.offsets) } == [instruction])
        let fields = found.flatMap(\.fields).map { field in
            let words = field.words.map { tree.file.text($0.range.offsets) }
            #expect(tree.file.text(field.nameRange.offsets) == field.name)
            return "\(field.name)=\(field.text)\(words)"
        }
        return fields + found.compactMap { $0.unreadable.map { "?" + tree.file.text($0.offsets) } }
    }

    @Test(
        arguments: [
            ("<?flowc?>", []), ("<?flowc ?>", []), ("<?flowc x?>", ["?x"]), ("<?flowc x= ?>", ["?x="]),
            ("<?flowc x=y z=\"1\"?>", ["?x=y z=\"1\""]), ("<?flowc x=\"?>", ["?x=\""]),
            ("<?flowc a='1' b?>", ["a=1[\"1\"]", "?b"]), ("<?flowc a=\"1\"<b?>", ["a=1[\"1\"]", "?<b"]),
            ("<?flowc\r\n a = 'x  y\r\nz'\t?>", ["a=x  y z[\"x\", \"y\", \"z\"]"]),
            ("<?flowc a=\"&lt;&#228; &quot;\"?>", ["a=<ä \"[\"&lt;&#228;\", \"&quot;\"]"]),
            ("<?flowc a=\"ü 😀\" b=''?>", ["a=ü 😀[\"ü\", \"😀\"]", "b=[]"]),
            ("<?flowc a=\"<?flowc -->\"?>", ["a=<?flowc -->[\"<?flowc\", \"-->\"]"]),
        ] as [(String, [String])])
    func fieldsAreReadLikeAttributes(instruction: String, expected: [String]) throws {
        #expect(try read(instruction) == expected)
    }

    @Test func instructionsForOthersAreLeftAlone() throws {
        #expect(try tree("<?xml-model href=\"a\"?><?flow a=\"\"?><?flowcx?><?Flowc?><a/>").compilerInstructions.isEmpty)
    }

    @Test func randomDocumentsGiveBackWhatWasPutIn() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Seeded(seed)
        for _ in 0..<2000 {
            var made = Made()
            made.write(&random)
            let tree = try tree(made.text)
            let found = tree.compilerInstructions.map { instruction in
                Made.Instruction(
                    start: Int(instruction.range.start), end: Int(instruction.range.end),
                    element: instruction.element.map { Int($0.index) })
            }
            #expect(found == made.instructions, "seed \(seed)\n\(made.text)")
        }
    }

    /// A document that knows where its instructions are.
    private struct Made {
        struct Instruction: Equatable {
            let start: Int
            let end: Int
            var element: Int?
        }

        var text = ""
        var instructions: [Instruction] = []
        private var elements = 0
        private var loose = 0

        mutating func write(_ random: inout Seeded) {
            if random.below(2) == 0 { text += "<?xml version=\"1.0\"?>" }
            for _ in 0..<random.below(4) { misc(&random) }
            element(&random, depth: 0)
            for _ in 0..<random.below(3) { misc(&random) }
        }

        private mutating func element(_ random: inout Seeded, depth: Int) {
            for index in loose..<instructions.count { instructions[index].element = elements }
            loose = instructions.count
            elements += 1
            text += "<é b='>'"
            if random.below(3) == 0 {
                text += "/>"
            } else {
                text += ">"
                for _ in 0..<random.below(7) { content(&random, depth) }
                text += "</é>"
            }
            loose = instructions.count
        }

        private mutating func content(_ random: inout Seeded, _ depth: Int) {
            switch random.below(8) {
            case 0 where depth < 4: element(&random, depth: depth + 1)
            case 1: say(["ü", "&lt;", "<![CDATA[<?flowc ?>]]>", "x\r\ny"][random.below(4)])
            default: misc(&random)
            }
        }

        private mutating func say(_ words: String) {
            text += words
            loose = instructions.count
        }

        private mutating func misc(_ random: inout Seeded) {
            switch random.below(5) {
            case 0: text += [" ", "\r\n", "\t\n "][random.below(3)]
            case 1: text += ["<!-- <?flowc ?> -->", "<!---->", "<!-- ü > -->"][random.below(3)]
            case 2: text += ["<?other <?flowc ?>", "<?flow?>", "<?flowcs a=''?>"][random.below(3)]
            default:
                let start = text.utf8.count
                text +=
                    ["<?flowc?>", "<?flowc a='<?flowc '?>", "<?flowc\r\n<!-- ?>", "<?flowc ü?? ?>"][random.below(4)]
                instructions.append(Instruction(start: start, end: text.utf8.count, element: nil))
            }
        }
    }
}
