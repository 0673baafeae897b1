import FlowDiagnostics
import FlowCompiler
import FlowIR
import FlowSyntax
import TestSupport
import Testing

/// Whoever writes a node of a sign-in must not forget whose tokens may come: each first request clears the names of the
/// account, and each challenge that names it keeps them.
struct NamedAccountTests {
    private static let id = "namedUserId"
    private static let name = "namedUsername"
    /// Operations that begin a conversation with the service.
    private static let first: Set<ByteString> = ["InitiateAuth", "AdminInitiateAuth"]
    /// What names the account, by node: the challenges' own names, and those of nodes that take several.
    private static let naming: [String: Set<String>] = [
        "PASSWORD_VERIFIER": [id, name], "DEVICE_PASSWORD_VERIFIER": [name], "SMS_MFA": [id],
        "SOFTWARE_TOKEN_MFA": [id], "NEW_PASSWORD_REQUIRED": [id], "CUSTOM_CHALLENGE": [name],
        "ADMIN_NO_SRP_AUTH": [name], "custom": [name], "send-link": [name], "redeem-link": [name],
    ]

    private static func flow(_ path: String) throws -> LoweredFlow {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        return try #require(FlowCompiler.compile(path: path, loader: loader).flow, "\(path) does not compile")
    }

    /// The names that a node changes in any of its states.
    private static func changed(_ node: NodeID, _ flow: LoweredFlow) -> (cleared: Set<String>, kept: Set<String>) {
        var (cleared, kept): (Set<String>, Set<String>) = ([], [])
        func look(_ block: Block) {
            for instruction in block.instructions {
                switch instruction {
                case .clear(let slots): cleared.formUnion(slots.map { flow.slots[$0].name })
                case .set(let slot, _): kept.insert(flow.slots[slot].name)
                case .when(_, let inner): look(inner)
                default: break
                }
            }
        }
        for state in flow.states where state.node == node {
            if case .choice(let block) = state.kind { look(block) }
            state.transitions.blocks.forEach(look)
        }
        return (cleared, kept)
    }

    @Test(arguments: PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") })
    func isNeverForgotten(_ file: String) throws {
        let flow = try Self.flow("flows/" + file)
        guard flow.slots.contains(where: { $0.name == Self.id }) else { return }
        for (index, node) in flow.nodes.indexed() {
            let changed = Self.changed(index, flow)
            let isFirst = flow.states.contains { state in
                guard state.node == index, case .call(let request) = state.kind else { return false }
                return Self.first.contains(request.operation)
            }
            if isFirst { #expect(changed.cleared.isSuperset(of: [Self.id, Self.name]), "\(file): \(node.id)") }
            if let names = Self.naming[node.id] {
                #expect(changed.kept.isSuperset(of: names), "\(file): \(node.id)")
            }
        }
    }

    /// Every sign-in has the check: the handler works in a node that every way to the tokens passes.
    @Test(arguments: PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") })
    func tokensAreChecked(_ file: String) throws {
        let flow = try Self.flow("flows/" + file)
        let shows = flow.states.contains { state in
            guard case .end(let ending) = state.kind else { return false }
            return ["signedIn", "refreshed"].contains(ending.outcome)
        }
        let checks = flow.states.contains { state in
            if case .handler(let use) = state.kind { use.handler == "tokens.check" } else { false }
        }
        #expect(shows == checks, "\(file)")
    }
}
