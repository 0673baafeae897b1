/// A notification to the host.
package struct Notification: Sendable, Hashable {
    /// The name of the notification.
    package var name: String
    /// The values shown to the host.
    package var shows: [Show]

    /// Creates a notification with a name and the values that it shows.
    package init(name: String, shows: [Show]) {
        self.name = name
        self.shows = shows
    }

    /// Returns whether two notifications have the same name and the same shown values. Names are compared byte by byte.
    package static func == (left: Notification, right: Notification) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.shows == right.shows
    }
}
