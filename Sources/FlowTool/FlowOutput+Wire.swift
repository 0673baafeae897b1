import CognitoWire
import FlowCore
package import FlowTesting

extension FlowOutput {
    /// The output as shown to the author of a scripted service: a request is in its wire format.
    ///
    /// All other outputs are unchanged.
    package var inWireFormat: FlowOutput {
        guard case .call(let request) = self else { return self }
        return .call(FlowRequest(operation: request.operation, body: WireForm.requestValue(request.body)))
    }
}
