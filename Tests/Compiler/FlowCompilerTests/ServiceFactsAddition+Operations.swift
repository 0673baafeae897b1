extension ServiceFactsAddition {
    private static let signedIn = ["DeleteUser", "DeleteUserAttributes", "ListDevices"]
    private static let ofADevice = ["GetDevice", "ForgetDevice"]

    private static func inputs(_ operations: [String]) -> [String] { operations.map { "operation \($0) input" } }

    /// Operations that the facts do not have.
    static let operations = [
        ServiceFactsAddition(
            reason: "the facts end with signing in; these are as the same model has them (botocore 1.44.5)",
            subjects: ["operation"], words: signedIn + ofADevice),
        ServiceFactsAddition(
            reason: "what the model says that each of them can answer",
            subjects: (signedIn + ofADevice).map { "operation \($0) error" },
            words: [
                "ForbiddenException", "InternalErrorException", "InvalidParameterException", "NotAuthorizedException",
                "OperationNotEnabledException", "PasswordResetRequiredException", "ResourceNotFoundException",
                "TooManyRequestsException", "UserNotConfirmedException", "UserNotFoundException",
            ]),
        ServiceFactsAddition(
            reason: "in the model only those on devices can answer it",
            subjects: (["ListDevices"] + ofADevice).map { "operation \($0) error" },
            words: ["InvalidUserPoolConfigurationException"]),
        ServiceFactsAddition(
            reason: "the token says whose account is meant",
            subjects: inputs(signedIn), words: ["AccessToken", "AccessToken required", "AccessToken is secret"]),
        ServiceFactsAddition(
            reason: "the model does not require the token of these two",
            subjects: inputs(ofADevice),
            words: ["AccessToken", "AccessToken is secret", "DeviceKey", "DeviceKey required"]),
        ServiceFactsAddition(
            reason: "the model's list of names",
            subjects: inputs(["DeleteUserAttributes"]),
            words: ["UserAttributeNames", "UserAttributeNames required", "UserAttributeNames is list"]),
        ServiceFactsAddition(
            reason: "pages of a long list",
            subjects: inputs(["ListDevices"]) + ["operation ListDevices output"], words: ["PaginationToken"]),
        ServiceFactsAddition(
            reason: "how long a page is", subjects: inputs(["ListDevices"]), words: ["Limit", "Limit is number"]),
        ServiceFactsAddition(
            reason: "each device is JSON text, as whatever nests deeper than a list",
            subjects: ["operation ListDevices output"], words: ["Devices", "Devices is list"]),
        ServiceFactsAddition(
            reason: "the members of the model's DeviceType",
            subjects: ["operation GetDevice output"],
            words: [
                "DeviceKey", "DeviceAttributes", "DeviceCreateDate", "DeviceLastModifiedDate",
                "DeviceLastAuthenticatedDate",
            ].map { "Device/\($0)" }),
    ]
}
