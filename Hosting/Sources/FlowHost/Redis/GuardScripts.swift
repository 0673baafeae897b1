import Crypto

/// A script that Redis runs atomically, and the hash by which Redis knows it.
struct RedisScript: Sendable {
    /// The name for metrics.
    let name: String
    let text: [UInt8]
    let hash: [UInt8]

    private init(_ name: String, _ text: String) {
        self.name = name
        self.text = Array(text.utf8)
        hash = Array(Array(Insecure.SHA1.hash(data: self.text)).hexadecimal.utf8)
    }

    /// Replaces the entry of a sign-in if its generation is the expected one (compare-and-set).
    ///
    /// Both keys of a sign-in have its id in braces, so that they are in the same slot of a cluster.
    ///
    /// The first key holds the entry. It expires with the sign-in or, once the sign-in has ended, after the resend
    /// window or the lease, whichever is longer:
    ///
    /// | bytes | |
    /// | --- | --- |
    /// | 16 | the generation of the latest snapshot |
    /// | 16 | the generation of the step that the last event answered |
    /// | 16 | the digest of the last event |
    /// | the rest | when the lease of the event ends, in milliseconds by the clock of Redis; 0 if the event is done |
    ///
    /// The second key has the sealed snapshot.
    ///
    /// Arguments: when the caller stops waiting, by the clock of Redis; the expected generation, or nothing for no
    /// entry; the new entry without the end of the lease; the duration of the lease, or 0; how long the entry lives;
    /// the sealed snapshot; how long it lives, or 0. Times are in milliseconds.
    static let replace = RedisScript(
        "replace",
        """
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        if now > tonumber(ARGV[1]) then return redis.error_reply('LATE command') end
        if redis.call('GETRANGE', KEYS[1], 0, 15) ~= ARGV[2] then
            return {redis.call('GET', KEYS[1]) or '', redis.call('GET', KEYS[2]) or '', now}
        end
        local lease = tonumber(ARGV[4])
        if lease > 0 then lease = now + lease end
        redis.call('SET', KEYS[1], ARGV[3] .. string.format('%.0f', lease), 'PX', ARGV[5])
        if ARGV[7] == '0' then
            redis.call('DEL', KEYS[2])
        else
            redis.call('SET', KEYS[2], ARGV[6], 'PX', ARGV[7])
        end
        return 1
        """)
}
