import FlowCompiler
import FlowSyntax
import TestSupport
import Testing

/// The files that ship with the compiler, which flows of other packages refer to.
@Suite("Shipped files") struct LibraryTests {
    @Test("each shipped file is found under its path", arguments: ["services", "library"]) func complete(
        _ folder: String
    ) throws {
        let names = PackageFiles.names(in: "flows/" + folder)
        #expect(FlowLibrary.names(in: "flowc:/\(folder)/") == names)
        for name in names {
            #expect(
                FlowLibrary.load("flowc:/\(folder)/\(name)")
                    == .success(try PackageFiles.bytes("flows/\(folder)/\(name)")))
        }
    }

    @Test("no other file is taken for a shipped one") func others() {
        #expect(FlowLibrary.load("flowc:/library/none.xml") == .failure(.notFound))
        #expect(FlowLibrary.load("library/cognito.flow.xml") == nil)
        #expect(FlowLibrary.names(in: "flows/library/") == nil)
    }
}
