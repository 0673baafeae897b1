/// One of many users, each with a password and an address of their own.
struct LoadUser: Sendable {
    let number: Int

    var name: String { "user-\(number)" }
    var password: String { "Passw0rd-\(number &* 7919 % 100_003)" }
    var email: String { "\(name)@example.com" }

    static func all(_ count: Int) -> [LoadUser] { (0..<count).map(LoadUser.init) }

    /// The user in a seed.
    var seed: String {
        """
        {"username": "\(name)", "password": "\(password)", "attributes": {"email": "\(email)"}}
        """
    }
}
