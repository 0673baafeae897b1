import FlowIR
import FlowTable

extension SwiftWriter {
    /// Writes the protocol of all handlers, their registration, and the types of their ports.
    func writeHandlers(_ code: inout CodeWriter) {
        writeHandlerProtocol(&code)
        code.line()
        writeHandlerRegistration(&code)
        code.line()
        code.doc("The ports and the failures of the handlers.")
        code.block("\(access)enum Ports") { code in
            for (index, handler) in interface.handlers.enumerated() {
                if index > 0 { code.line() }
                write(handler, &code)
            }
        }
        code.line()
    }

    /// Writes the protocol with a function for each handler.
    private func writeHandlerProtocol(_ code: inout CodeWriter) {
        code.doc(
            "The handlers of the flow. To replace only some of them, use the functions `register(in:_:)` in ``Ports``.")
        code.block("\(access)protocol Handlers: Sendable") { code in
            for (index, handler) in interface.handlers.enumerated() {
                if index > 0 { code.line() }
                code.doc(handler.doc.isEmpty ? "Runs the handler `\(handler.name)`." : handler.doc)
                let type = "Ports." + SwiftName.type(handler.name)
                code.signature(
                    "func " + SwiftName.member(handler.name), ["_ needs: \(type).Needs"],
                    "async throws(\(type).Failure) -> \(type).Gives")
            }
        }
    }

    /// Writes the function that converts the host's handlers to the handlers of a runner.
    private func writeHandlerRegistration(_ code: inout CodeWriter) {
        code.doc("Returns the handlers in the form that a runner takes.")
        code.block("\(access)static func handlers(_ handlers: some Handlers) -> FlowHandlers") { code in
            code.line("var result = FlowHandlers()")
            for handler in interface.handlers {
                let member = SwiftName.member(handler.name)
                code.line("Ports.\(SwiftName.type(handler.name)).register(in: &result, handlers.\(member))")
            }
            code.line("return result")
        }
    }

    /// Writes the ports, the failures and the registration of a handler.
    private func write(_ handler: HostInterface.Handler, _ code: inout CodeWriter) {
        code.doc("The handler `\(handler.name)`.")
        code.block("\(access)enum \(SwiftName.type(handler.name))") { code in
            writeNeeds(handler.needs, &code)
            code.line()
            code.doc("The values that the handler returns.")
            let initializer = handler.gives.isEmpty ? "Creates an empty result." : "Creates the returned values."
            writeStructure("Gives", of: handler.gives, as: "output", initializer, &code)
            code.line()
            writeFailure(handler.failures, &code)
            code.line()
            writeRegistration(of: handler, &code)
        }
    }

    /// Writes the function that registers the host's implementation of a handler.
    private func writeRegistration(of handler: HostInterface.Handler, _ code: inout CodeWriter) {
        code.doc("Registers `work` as the handler `\(handler.name)`.")
        let parameters = [
            "in handlers: inout FlowHandlers",
            "_ work: @escaping @Sendable (Needs) async throws(Failure) -> Gives",
        ]
        code.function("\(access)static func register", parameters) { code in
            let inputs = handler.needs.isEmpty ? "_" : "inputs"
            let name = SwiftLiteral.string(handler.name)
            code.line("handlers.register(\(name)) { \(inputs) throws(FlowHandlerFailure) in")
            code.indented { writeWork(of: handler, &$0) }
            code.line("}")
        }
    }

    /// Writes the body of the closure that carries out a handler.
    private func writeWork(of handler: HostInterface.Handler, _ code: inout CodeWriter) {
        code.line("let needs = " + (handler.needs.isEmpty ? "Needs()" : "try Needs(inputs)"))
        guard !handler.failures.isEmpty else {
            return code.line("return FlowHandlerOutputs(await work(needs).values)")
        }
        code.line("do throws(Failure) {")
        code.indented { $0.line("return FlowHandlerOutputs(try await work(needs).values)") }
        code.line("} catch {")
        code.indented { $0.line("throw error.failure") }
        code.line("}")
    }

    /// Writes the structure of the values that a handler gets.
    private func writeNeeds(_ needs: [HostInterface.Value], _ code: inout CodeWriter) {
        code.doc("The values that the handler receives.")
        code.block("\(access)struct Needs: Sendable, Redacted") { code in
            for need in needs {
                code.doc("The input `\(need.name)`" + (need.isOptionalProperty ? ", or nil if it is absent." : "."))
                code.line("\(access)let \(need.memberName): \(need.neededType)")
            }
            guard !needs.isEmpty else { return }
            code.line()
            code.doc("Reads the values from the inputs that the runner passes.")
            code.block("fileprivate init(_ inputs: FlowHandlerInputs) throws(FlowHandlerFailure)") { code in
                for need in needs { code.line("\(need.memberName) = " + need.handlerReading) }
            }
        }
    }

    /// Writes the enumeration of the failures of a handler, or an alias of `Never` if the handler declares none.
    private func writeFailure(_ failures: [String], _ code: inout CodeWriter) {
        code.doc("The failures that the handler declares.")
        guard !failures.isEmpty else { return code.line("\(access)typealias Failure = Never") }
        code.block("\(access)enum Failure: Error, Sendable") { code in
            for (failure, name) in SwiftName.errorCases(failures) {
                code.doc("The failure `\(failure)`. Its message is for people, and must not contain a secret.")
                code.line("case \(name)(message: String)")
            }
            code.line()
            code.block("fileprivate var failure: FlowHandlerFailure") { writeFailureConversion(failures, &$0) }
        }
    }

    /// Writes the expression that converts a failure to one of the runner.
    private func writeFailureConversion(_ failures: [String], _ code: inout CodeWriter) {
        code.switch("self") { code in
            for (failure, name) in SwiftName.errorCases(failures) {
                code.line("case .\(name)(let message):")
                code.indented { $0.line("FlowHandlerFailure(\(SwiftLiteral.string(failure)), message)") }
            }
        }
    }

    // MARK: Notifications

    /// Writes the enumeration of the notifications, with the initializer that reads one of the runner.
    func writeNotifications(_ code: inout CodeWriter) {
        code.doc("A message that the flow sends without expecting an answer.")
        code.block("\(access)enum Notification: Sendable, Redacted") { code in
            for notification in interface.notifications {
                code.doc("The notification `\(notification.name)`.")
                var values = notification.shown.map { "\($0.memberName): \($0.shownType)" }
                if notification.hasError { values.append("error: FlowPendingError?") }
                let payload = values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")"
                code.line("case \(SwiftName.member(notification.name))" + payload)
            }
            code.line()
            writeNotificationReading(&code)
        }
        code.line()
    }

    /// Writes the initializer that reads a notification of the runner.
    private func writeNotificationReading(_ code: inout CodeWriter) {
        code.doc("Creates a notification from the runner's, or returns nil if this flow has none with that name.")
        code.block("\(access)init?(_ notification: FlowNotification)") { code in
            code.switch("notification.name") { code in
                for notification in interface.notifications {
                    code.line("case \(SwiftLiteral.string(notification.name)):")
                    code.indented { writeNotificationCase(notification, &$0) }
                }
                code.line("default: return nil")
            }
        }
    }

    private func writeNotificationCase(_ notification: HostInterface.Notification, _ code: inout CodeWriter) {
        let head = "self = .\(SwiftName.plainMember(notification.name))"
        var values = notification.shown.map { "\($0.plainMemberName): " + $0.expression(from: "notification") }
        if notification.hasError { values.append("error: notification.error") }
        guard !values.isEmpty else { return code.line(head) }
        code.line(head + "(")
        code.indented { $0.wrapped(values) }
        code.line(")")
    }
}
