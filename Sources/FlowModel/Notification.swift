/// A notification to the host.
package struct Notification: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// What is shown.
    package var shows: [Show]

    /// A notification.
    package init(name: String, shows: [Show]) {
        self.name = name
        self.shows = shows
    }

    /// Names are the same byte by byte.
    package static func == (left: Notification, right: Notification) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.shows == right.shows
    }
}
