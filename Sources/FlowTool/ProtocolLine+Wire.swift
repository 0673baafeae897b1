import CognitoWire
import FlowCore

extension ProtocolLine {
    /// The same for the flow: a reply in the flow's form, where whoever is the service gives it as it is on the wire, as JSON
    /// or as a text that is the body; all else as it is.
    package var offTheWire: ProtocolLine {
        switch self {
        case .reply(.string(let body)):
            .reply(.string(String(decoding: WireForm.reply(Array(body.utf8)), as: UTF8.self)))
        case .reply(let body): .reply(WireForm.reply(body))
        default: self
        }
    }
}
