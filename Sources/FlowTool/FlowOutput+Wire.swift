import CognitoWire
import FlowCore
package import FlowTesting

extension FlowOutput {
    /// The output for a scripted service: requests in their wire format.
    ///
    /// All other outputs are unchanged.
    package var onTheWire: FlowOutput {
        guard case .call(let request) = self else { return self }
        return .call(FlowRequest(operation: request.operation, body: WireForm.requestValue(request.body)))
    }
}
