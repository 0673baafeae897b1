import CBench
import FlowCore
import FlowTable

// FlowBench generate COUNT FILE             writes a flow of COUNT steps
// FlowBench guarded COUNT FILE              writes a flow of about COUNT nodes with guards and data
// FlowBench profile FILE TIMES              compiles a file, for a profiler
// FlowBench worst DIRECTORY                 measures the worst events alone
// FlowBench report DIRECTORY GRAMMARS MEASURED   measures in process, reads what `run` measured of processes, prints Markdown

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "generate" where arguments.count == 4: Files.write(GeneratedFlow.text(Int(arguments[2]) ?? 1000), arguments[3])
case "guarded" where arguments.count == 4: Files.write(GuardedFlow.text(Int(arguments[2]) ?? 1000), arguments[3])
case "profile" where arguments.count == 4: Profile.compile(arguments[2], times: Int(arguments[3]) ?? 1)
case "worst" where arguments.count == 3:
    var report = Report()
    addWorstEvents(arguments[2], &report)
    print(report.text, terminator: "")
case "report" where arguments.count == 5: print(makeReport(arguments[2], arguments[3], arguments[4]), terminator: "")
default:
    print("usage: FlowBench generate COUNT FILE | FlowBench report DIRECTORY GRAMMARS MEASURED")
    bench_exit(64)
}

/// Measures everything and gives the page.
func makeReport(_ directory: String, _ grammars: String, _ measured: String) -> String {
    var report = Report()
    let compiler = CompileBenchmark(directory: directory, grammars: grammars)
    let bytes = compiler.table("signin-25.flow.xml", Files.read(directory + "/signin-25.flow.xml"))
    guard let table = try? TransitionTable(verifying: bytes) else { return "the table does not load\n" }
    report.section(
        "Steps",
        "Each value is the median CPU time per event of \(StepBenchmark.rounds) runs with 1,000,000 events each. "
            + "On a shared machine, the ratios of the two rows `accepted event` differ widely between runs, so a single run "
            + "proves little about them.")
    let steps = StepBenchmark(table)
    steps.measure(&report)
    let grown = [1000, 10_000].compactMap { count -> (count: Int, table: TransitionTable)? in
        let bytes = compiler.table("generated.flow.xml", GeneratedFlow.text(count))
        return (try? TransitionTable(verifying: bytes)).map { (count, $0) }
    }
    steps.measureGrowth(grown, &report)
    addSizes(bytes, steps, compiler, &report)
    addWorstEvents(directory + "/worst", &report)
    report.section(
        "In process",
        "Each value is the median CPU time of \(CompileBenchmark.rounds) runs. "
            + "libxml2 parses its grammar before the measurement.")
    compiler.measure(&report)
    ProcessResults.add(measured, &report)
    return Page.heading + report.text + "\n\(report.misses) targets missed.\n"
}

/// The events of tables that a search has found to take longest (Fuzz/Worst).
func addWorstEvents(_ directory: String, _ report: inout Report) {
    report.section(
        "Worst events",
        "Each value is the median CPU time of one event with large values. The tables are the slowest that the "
            + "program `worst` of [Fuzz](../../Fuzz/README.md) has found.")
    for name in WorstEvent.names {
        guard let table = try? TransitionTable(verifying: Files.read("\(directory)/\(name).flow")) else {
            print("the table '\(name)' does not load")
            bench_exit(2)
            return
        }
        let event = WorstEvent(table)
        let time = Medians([Competitor(name: name, run: event.run)], rounds: 5, units: 1).nanoseconds[0]
        report.row(name, time / 1_000_000, unit: "ms", atMost: 50)
    }
}

/// Sizes and allocations.
func addSizes(_ bytes: [UInt8], _ steps: StepBenchmark, _ compiler: CompileBenchmark, _ report: inout Report) {
    report.section(
        "Sizes and allocations",
        "Sizes are in bytes. Allocations are calls of the allocator during 1,000,000 steps.")
    report.row("table of signin-25, names included", Double(bytes.count), unit: "bytes", atMost: 899)
    report.row("session beside its values", Double(MemoryLayout<FlowMachine>.size), unit: "bytes", atMost: 63)
    let events = steps.walk().map { steps.numbers[Int($0)] }
    report.row(
        "allocations, signin-25", Double(AllocationCount.count(steps.table, events)), unit: "calls", atMost: 0)
    let guarded = compiler.table("guarded.flow.xml", Files.read(compiler.directory + "/guarded.flow.xml"))
    guard let table = try? TransitionTable(verifying: guarded) else { return }
    let mixed = AllocationCount.events(["right", "wrong"], table)
    report.row(
        "allocations, guards and counters", Double(AllocationCount.count(table, mixed)), unit: "calls", atMost: 0)
}
