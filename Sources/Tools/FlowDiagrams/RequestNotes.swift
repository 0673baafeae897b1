import FlowCompiler
import FlowIR

/// What the service description says about the requests of a compiled flow, by state.
struct RequestNotes {
    /// The note of each request, by the state that sends the request.
    private(set) var byState: [StateID: RequestNote] = [:]

    /// Collects the notes of a compilation.
    init(_ compilation: Compilation) {
        // The annotations number the states of the flow before pruning.
        let numbers = compilation.unproven?.prunedNumbers ?? []
        for (state, note) in compilation.annotations.requests {
            if let number = numbers[ifPresent: state] ?? nil { byState[number] = note }
        }
    }
}
