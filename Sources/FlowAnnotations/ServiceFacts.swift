package import FlowModel

/// Facts from the service description that concern the flow as a whole.
package struct ServiceFacts: Sendable {
    /// Whether the description states which requests prove who the user is.
    package var knowsProofs: Bool
    /// The slots that store values of replies under the names in the service description.
    package var outputs: Set<SlotID>
    /// By word that can begin rounds: the keys that can have it as their value, sorted.
    package var beginningKeys: [String: [String]]
    /// The longest time for which the service keeps a session, in seconds; nil if the description does not state it.
    package var longestSession: Int?

    /// Creates the facts of a service, by default of one without a description.
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
