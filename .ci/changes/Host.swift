import FlowRuntime

func play(_ door: Door, _ user: String, _ guest: String?) async throws -> String? {
    var step = try await door.start(Door.Inputs(user: user, guest: guest, visit: "v7"))
    while true {
        switch step {
        case .way(let it): step = try await it.submit(.card)
        case .pin(let it):
            print(text(it.room))
            if let guest = it.guest { print("for \(guest)") }
            step = try await it.error == nil ? it.submit(pin: FlowSecret("1234")) : it.help()
        case .code(let it):
            print("sent to " + (it.phone ?? "you"))
            step = try await it.error == nil ? it.submit(code: "123456", note: "x") : it.resend()
        case .ended(.signedIn(let it)): return it.room
        case .ended(.cancelled): return nil
        case .ended(.failed(let it)): return it.error.message
        }
    }
}

func text(_ room: String) -> String { "the door of " + room }

func title(_ way: Door.Way.WayChoice) -> String {
    switch way {
    case .card: "With the card"
    case .phone: "With the phone"
    }
}

func text(_ kind: Door.Pin.ErrorKind) -> String {
    switch kind {
    case .badPin: "The PIN is wrong"
    case .weakPin: "The PIN is too short"
    }
}

func text(_ notification: Door.Notification) -> String {
    switch notification {
    case .opened(let room): "The door is open: " + (room ?? "")
    }
}

struct Work: Door.Handlers {
    func stretch(
        _ needs: Door.Ports.Stretch.Needs
    ) async throws(Door.Ports.Stretch.Failure) -> Door.Ports.Stretch.Gives {
        guard needs.pin.count >= 4 else { throw .weakPin(message: "\(needs.user) has a short PIN") }
        return Door.Ports.Stretch.Gives(proof: needs.pin)
    }
}
