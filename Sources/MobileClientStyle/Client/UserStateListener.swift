/// A listener for changes of the user state.
struct UserStateListener: @unchecked Sendable {
    /// The owner, which is only compared by identity.
    private let object: AnyObject
    /// Receives each new state with its details.
    let callback: @Sendable (UserState, [String: String]) -> Void

    /// Creates a listener with its owner.
    init(_ object: AnyObject, _ callback: @escaping @Sendable (UserState, [String: String]) -> Void) {
        self.object = object
        self.callback = callback
    }

    /// Returns whether an object is the owner of the listener.
    func belongs(to other: AnyObject) -> Bool { object === other }
}
