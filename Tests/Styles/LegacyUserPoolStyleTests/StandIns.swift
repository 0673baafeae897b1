import Foundation

/// What the guide's code needs of UIKit, as small as it can be. What is shown is written down.
class UIViewController: @unchecked Sendable {
    /// The alerts that were shown, and `dismissed`.
    let shown = Journal()

    func dismiss(animated: Bool, completion: (() -> Void)?) { shown.note("dismissed") }
}

/// An alert with a title, a text and buttons.
struct UIAlertView {
    let title: String?
    let message: String?
    let delegate: UIViewController?
    let cancelButtonTitle: String?
    var otherButtonTitles: String?

    /// Shows it, on the controller that it was made for, or on the one that is given.
    func show(on controller: UIViewController? = nil) {
        (delegate ?? controller)?.shown.note("\(title ?? "?"): \(message ?? "?")")
    }
}

/// A variable that the main thread and callbacks share.
@propertyWrapper
final class Shared<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(wrappedValue: Value) { value = wrappedValue }

    var wrappedValue: Value {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}
