import FlowCore
import FlowReference
import TestSupport

/// Something that the host, the service or a handler says to a run.
enum Spoken: Hashable {
    case start(JSON)
    case submit(JSON)
    case select(Text)
    case send(Text, PendingError?)
    case reply(Text)
    case fail(Text, Text)
    case handled(JSON)
    case handlerFailed(Text, Text)

    /// Says it to the machine.
    func say(to session: inout FlowSession) -> FlowEffect {
        switch self {
        case .start(let inputs): session.start(inputs.wire)
        case .submit(let answers): session.submit(answers.wire)
        case .select(let word): session.select(word.description)
        case .send(let name, let error):
            session.send(name.description, error: error.map { ($0.type.description, $0.message.description) })
        case .reply(let body): session.reply(body.bytes)
        case .fail(let type, let message): session.fail(type: type.description, message: message.description)
        case .handled(let result): session.handled(result.wire)
        case .handlerFailed(let name, let message): session.handlerFailed(name.description, message.description)
        }
    }

    /// Says it to the reference.
    func say(to run: inout ReferenceRun) -> [Output] {
        switch self {
        case .start(let inputs): run.start(inputs)
        case .submit(let answers): run.submit(answers)
        case .select(let word): run.select(word)
        case .send(let name, let error): run.send(name, error: error)
        case .reply(let body): run.reply(body.bytes)
        case .fail(let type, let message): run.fail(type, message)
        case .handled(let result): run.handled(result)
        case .handlerFailed(let name, let message): run.handlerFailed(name, message)
        }
    }

    /// The line for reports.
    var text: String {
        switch self {
        case .start(let inputs): "start \(inputs.text)"
        case .submit(let answers): "submit \(answers.text)"
        case .select(let word): "select \(word)"
        case .send(let name, let error): "\(name) \(error.map { "\($0.type): \($0.message)" } ?? "")"
        case .reply(let body): "reply \(body)"
        case .fail(let type, let message): "error \(type): \(message)"
        case .handled(let result): "handled \(result.text)"
        case .handlerFailed(let name, let message): "failed \(name): \(message)"
        }
    }
}
