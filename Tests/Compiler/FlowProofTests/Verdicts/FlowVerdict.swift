import FlowCompiler
import FlowDiagnostics
import Testing

/// A small flow, and what the compiler finds in it: each finding as its code and the words that it stands at.
struct FlowVerdict: CustomTestStringConvertible, Sendable {
    let name: String
    /// Declarations, nodes and transitions; `first` is where it starts.
    let flow: String
    /// A flow that it may import as `sub.flow.xml`, or extend.
    var sub = ""
    /// Further attributes of the flow.
    var attributes = #"start="first""#
    var findings: [String] = []

    var testDescription: String { name }

    /// What the compiler finds.
    var found: [String] { all.map { "\($0.code) \($0.span.text)" } }

    /// The words of what it finds.
    var messages: [String] { all.map(\.message) }

    private var all: [Found] {
        let text = #"<flow name="f" service="s.service.xml" \#(attributes)>\#(flow)</flow>"#
        var files = [("f.flow.xml", text), ("s.service.xml", Self.service)]
        if !sub.isEmpty {
            files.append(("sub.flow.xml", #"<flow name="sub" service="s.service.xml" start="inner">\#(sub)</flow>"#))
        }
        return Found.all(FlowCompiler.compile(files))
    }

    /// Ends, and ways to them from wherever something goes wrong.
    static let ends =
        #"<on event="invalid cancel" to="failed"/><on error="*" to="failed"/><end id="done"/><end id="failed"/>"#

    /// A request that brings a challenge with a session, and one that brings a success with what it grants.
    static let service = """
        <service name="s" answer="Answer">
        <reply name="auth" challenge="Challenge" success="Tokens">
        <output name="Session" type="session"/><output name="Note"/><output name="List" type="list"/>
        <output name="Met" type="map"/></reply>
        <operation name="Login" reply="auth" errors="Wrong Busy"><input name="Method" variant="true" required="true"/>
        <variant name="NAMED"><brings challenge="CODE"/></variant>
        <variant name="GUEST"><input name="User"/><brings success="true"/></variant></operation>
        <operation name="Answer" reply="auth" responses="Responses" errors="Wrong">
        <input name="Method" variant="true" required="true"/><input name="Session" type="session"/></operation>
        <challenge name="CODE"><response name="Code" required="true"/><brings challenge="CODE"/>
        <brings success="true"/></challenge>
        <errors names="Wrong Busy"/>
        </service>
        """
}
