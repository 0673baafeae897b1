import CognitoFlows
import FlowCore

/// Asks for one of several second factors.
public protocol AWSCognitoIdentitySelectMfa: AnyObject {
    /// Asks for the choice. Set the result on the source, now or later.
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>)
    /// Reports how the step ended. The error is nil on success.
    func didCompleteSelectMfaStepWithError(_ error: (any Error)?)
}

/// The second factors that the user can choose from.
public final class AWSCognitoIdentitySelectMfaInput: Sendable {
    /// A hint for each factor, by the service's name of the factor.
    ///
    /// The hint is the destination of the code, or the name of the device with the authenticator app.
    public let availableMfas: [String: String]

    /// Creates an input, for example in tests of the host.
    public init(availableMfas: [String: String]) {
        self.availableMfas = availableMfas
    }
}

/// The chosen second factor.
public final class AWSCognitoIdentitySelectMfaDetails {
    /// The service's name of the factor: a key of ``AWSCognitoIdentitySelectMfaInput/availableMfas``.
    public var selectedMfa: String

    /// Creates the choice of a factor by the service's name.
    public init(selectedMfa: String) {
        self.selectedMfa = selectedMfa
    }
}

extension ShippedFlow.LegacySDK.GetSelectMFADetails: ObjectStep {
    /// The service's names of the factors that have a hint.
    private enum Factor: String {
        case smsMFA = "SMS_MFA"
        case softwareTokenMFA = "SOFTWARE_TOKEN_MFA"
    }

    /// Returns the hint for a factor, or nil if the flow shows none.
    private func hint(for factor: String) -> String? {
        switch Factor(rawValue: factor) {
        case .smsMFA: hintSMSMFA
        case .softwareTokenMFA: hintSoftwareTokenMFA
        case nil: nil
        }
    }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentitySelectMfa) {
        object.didCompleteSelectMfaStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentitySelectMfa,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>
    ) {
        let hinted = availableMfas.map { ($0, hint(for: $0) ?? "unknown") }
        object.getSelectMfaDetails(
            AWSCognitoIdentitySelectMfaInput(availableMfas: Dictionary(hinted) { first, _ in first }),
            selectMfaCompletionSource: source)
    }

    func submit(
        _ details: AWSCognitoIdentitySelectMfaDetails?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(selectedMFA: details?.selectedMfa ?? "")
    }
}
