import CLibXML2
import Foundation
import TestSupport
import Testing

/// Mistakes that a sanitizer must report; one is made where the environment names it: `PLANTED=leak`. Each is made with memory of
/// a C library that is not built for sanitizers, as that of the system is not.
struct PlantedTests {
    private static func isWanted(_ name: String) -> Bool { Environment.value("PLANTED") == name }

    @Test(.enabled(if: isWanted("use-after-free"))) func readOfWhatCHasFreed() throws {
        let document = try #require(xmlNewDoc("1.0"))
        xmlFreeDoc(document)
        print(document.pointee.standalone)
    }

    @Test(.enabled(if: isWanted("use-after-free-by-c"))) func readByCOfWhatItHasFreed() throws {
        let document = try #require(xmlNewDoc("1.0"))
        xmlFreeDoc(document)
        print(xmlDocGetRootElement(document) as Any)
    }

    @Test(.enabled(if: isWanted("leak"))) func documentThatIsNeverFreed() {
        // Many, as a word left behind on a stack keeps one of them.
        for _ in 0..<100 { #expect(xmlNewDoc("1.0") != nil) }
    }

    private final class Counter: @unchecked Sendable {
        var count = 0
    }

    @Test(.enabled(if: isWanted("race"))) func countOfTwoThreads() {
        let counter = Counter()
        let threads = (0..<2).map { _ in Thread { for _ in 0..<100 { counter.count += 1 } } }
        for thread in threads { thread.start() }
        while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
        print(counter.count)
    }
}
