import FlowCompiler
import FlowIR
import FlowReference
import FlowTable
import TestSupport

/// A compiled flow as it is put to the test: its model, its table, and its service.
final class Subject: Sendable {
    /// The files that it is made of, by path; the flow is the first.
    let files: [(path: String, text: String)]
    /// The flow, proven or not.
    let flow: LoweredFlow
    let annotations: FlowAnnotations
    /// The table of ``flow``, its states under the same numbers.
    let table: TransitionTable
    /// The table that the compiler gives, where the flow passes: without what is never reached.
    let compiled: TransitionTable?
    let service: ServiceModel
    /// By handler: the ports that it must get.
    let needs: [String: Set<String>]
    /// The flow as the page about the language means it, where that is played too.
    let reference: ReferenceFlow?
    /// The parameters that disclose a secret.
    let disclosed: Set<String>

    /// Nothing if the compilation did not get as far as a flow.
    init?(
        _ compilation: Compilation, _ files: [(path: String, text: String)], service: ServiceModel,
        withReference: Bool = false
    ) {
        guard let flow = compilation.unproven, let table = try? TransitionTable(of: flow)
        else { return nil }
        self.files = files
        self.flow = flow
        annotations = compilation.annotations
        self.table = table
        compiled = (try? compilation.table()).flatMap { $0 }.flatMap { try? TransitionTable(verifying: $0) }
        self.service = service
        needs = Self.handlerNeeds(files.map(\.text))
        reference = withReference ? ReferenceFlow(compilation.graph, of: flow) : nil
        let shows = files.flatMap { XMLElement.read($0.text).all }.filter { $0.name == "show" && $0.isTrue("disclose") }
        disclosed = Set(shows.compactMap { $0.attributes["name"] })
    }

    /// The same flow with something changed, under the same numbers.
    init?(_ other: Subject, changed flow: LoweredFlow) {
        guard let table = try? TransitionTable(of: flow) else { return nil }
        (files, annotations, service, needs) = (other.files, other.annotations, other.service, other.needs)
        (reference, disclosed) = (nil, other.disclosed)
        self.flow = flow
        self.table = table
        compiled = nil
    }

    private static func handlerNeeds(_ texts: [String]) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for handler in texts.flatMap({ XMLElement.read($0).all("handler") }) {
            let required = handler.all("needs").filter { $0.attributes["required"] != "false" }
            result[handler.attributes["name"] ?? "", default: []].formUnion(required.flatMap { $0.words("name") })
        }
        return result
    }
}
