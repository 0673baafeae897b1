package import FlowModel

/// Facts from the service description that concern the flow as a whole.
package struct ServiceFacts: Sendable {
    /// Whether it says what proves who a user is.
    package var knowsProofs: Bool
    /// Values that replies bring under the names that the service description gives them.
    package var outputs: Set<SlotID>
    /// By word that can begin rounds: the keys that can hold it, sorted.
    package var beginningKeys: [String: [String]]
    /// The longest time for which the service keeps a session, in seconds.
    package var longestSession: Int?

    /// Facts of a service; without arguments, those of a service that is not described.
    package init(
        knowsProofs: Bool = false, outputs: Set<SlotID> = [],
        beginningKeys: [String: [String]] = [:], longestSession: Int? = nil
    ) {
        self.knowsProofs = knowsProofs
        self.outputs = outputs
        self.beginningKeys = beginningKeys
        self.longestSession = longestSession
    }
}
