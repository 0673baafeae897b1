import CBench
import FlowCompiler
import FlowTable

/// From XML to a table, and from a table to a machine, against libxml2 alone on the same files.
struct CompileBenchmark {
    let directory: String
    let grammars: String

    /// Findings about the shape of the benchmark's flow: it never ends.
    static let warnings = ["no-way-to-end", "unreachable-node", "dropped-event"]
    static let repetitions = 200
    static let rounds = 9

    /// The table of a flow beside the benchmarks; ends the program if it does not compile.
    func table(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let compiled = FlowFile.compile(name, warnings: Self.warnings) { path in
            path == name ? bytes : Files.read(directory + "/" + path)
        }
        guard let table = compiled.table else {
            print(compiled.report)
            bench_exit(1)
            return []
        }
        return table
    }

    func measure(_ report: inout Report) {
        let flow = Files.read(directory + "/signin-25.flow.xml")
        let service = Files.read(directory + "/signin-25.service.xml")
        let flowSchema = bench_schema(grammars + "/flow.rng")
        let serviceSchema = bench_schema(grammars + "/service.rng")
        let medians = Medians(
            [
                Competitor(name: "flowc") {
                    var good = 0
                    for _ in 0..<Self.repetitions {
                        let compiled = FlowFile.compile("signin-25.flow.xml", warnings: Self.warnings) { path in
                            path == "signin-25.flow.xml" ? flow : service
                        }
                        good += compiled.table == nil ? 0 : 1
                    }
                    return good
                },
                Competitor(name: "libxml2") {
                    var good = 0
                    for _ in 0..<Self.repetitions {
                        let both = Self.validate(flowSchema, flow) + Self.validate(serviceSchema, service)
                        good += both == 2 ? 1 : 0
                    }
                    return good
                },
            ], rounds: Self.rounds, units: Self.repetitions
        ).nanoseconds
        report.row(
            "signin-25 from XML to table, libxml2 parse and RELAX NG", medians[0] / 1000, medians[1] / 1000, unit: "µs",
            atMost: 2)
        measureLoading(flow, &report)
    }

    private func measureLoading(_ source: [UInt8], _ report: inout Report) {
        let bytes = table("signin-25.flow.xml", source)
        let repetitions = Self.repetitions * 10
        let medians = Medians(
            [
                Competitor(name: "verify") {
                    var good = 0
                    for _ in 0..<repetitions { good += (try? TransitionTable(verifying: bytes)) == nil ? 0 : 1 }
                    return good
                },
                Competitor(name: "SAX2") {
                    var good = 0
                    for _ in 0..<repetitions { good += Self.sax(source) > 0 ? 1 : 0 }
                    return good
                },
            ], rounds: Self.rounds, units: repetitions
        ).nanoseconds
        report.row(
            "load and verify signin-25's table, SAX2 parse of its source", medians[0] / 1000, medians[1] / 1000,
            unit: "µs", atMost: 1 / 7)
    }

    private static func validate(_ schema: UnsafeMutableRawPointer?, _ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes {
            Int(bench_parse_and_validate(schema, $0.bindMemory(to: CChar.self).baseAddress, $0.count))
        }
    }

    private static func sax(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { Int(bench_sax($0.bindMemory(to: CChar.self).baseAddress, $0.count)) }
    }
}
