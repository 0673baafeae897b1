import Dispatch
import FlowCompiler

extension Array where Element: Sendable {
    /// Returns the results of a function for all elements, in their order. It runs for several elements at a time.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        // A single element stays on the main thread, and no other thread starts.
        if count < 2 { return map(transform) }
        let results = Guarded<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = transform(self[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { results in indices.compactMap { results[$0] } }
    }
}
