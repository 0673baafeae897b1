/// Section 14: something that a run says.
package enum Output: Hashable, Sendable {
    case present(Presentation)
    case call(operation: Text, body: JSON)
    case handle(name: Text, inputs: [Shown])
    case notify(name: Text, values: [Shown], error: PendingError?)
    case end(outcome: Text, values: [Shown], error: PendingError?)
    case refused(code: Text, subject: Text)
    /// The flow cannot be run: it goes in circles, or is none that the compiler accepts.
    case fault(String)

    /// A value under a name.
    package struct Shown: Hashable, Sendable {
        /// The name.
        package let name: Text
        /// The value.
        package let value: Value

        /// A value under a name.
        package init(_ name: Text, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A step as the host sees it.
    package struct Presentation: Hashable, Sendable {
        /// The step's name.
        package let step: Text
        /// The values that are not absent.
        package let values: [Shown]
        /// The parameters that the host must give.
        package let asks: [Question]
        /// The pending error.
        package let error: PendingError?
        /// The limit of time in seconds.
        package let limit: Int?
    }
}
