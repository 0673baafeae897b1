/// A listener for changes of the user state.
struct UserStateListener: @unchecked Sendable {
    /// Only compared, never used.
    private let object: AnyObject
    let callback: @Sendable (UserState, [String: String]) -> Void

    init(_ object: AnyObject, _ callback: @escaping @Sendable (UserState, [String: String]) -> Void) {
        self.object = object
        self.callback = callback
    }

    func belongs(to other: AnyObject) -> Bool { object === other }
}
