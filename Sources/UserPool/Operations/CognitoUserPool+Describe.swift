import FlowCore

extension CognitoUserPool {
    /// Implements `DescribeUserPool`: describes the pool's configuration.
    func describeUserPool(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        return .object([JSONMember("UserPool", configuration.description(userCount: state.users.count))])
    }

    /// Implements `DescribeUserPoolClient`: describes an app client, including its secret as the service does.
    func describeUserPoolClient(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let client = try appClient(in: input)
        return .object([JSONMember("UserPoolClient", client.description(poolID: configuration.poolID))])
    }
}
