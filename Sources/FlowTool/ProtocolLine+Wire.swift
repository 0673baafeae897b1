import CognitoWire
import FlowCore

extension ProtocolLine {
    /// The line as the flow reads it: a reply is converted from its wire format.
    ///
    /// The reply of a scripted service is JSON, or a string that contains the body. All other lines are unchanged.
    package var fromWireFormat: ProtocolLine {
        switch self {
        case .reply(.string(let body)):
            .reply(.string(String(decoding: WireForm.reply(Array(body.utf8)), as: UTF8.self)))
        case .reply(let body): .reply(WireForm.reply(body))
        default: self
        }
    }
}
