#!/usr/bin/env python3
"""Writes srp-edges.json, powers.json and codes.json beside itself: known answers of Python's integers, of the byte rules
in words, and of pyotp (pip install pyotp). The same seed gives the same files."""
import base64, hashlib, hmac, json, pathlib, random, urllib.parse
import pyotp

place = pathlib.Path(__file__).parent
known = json.loads((place / "srp-vectors.json").read_text())
N = int(known["constants"]["N"], 16)
K = int(known["constants"]["k"], 16)
rng = random.Random(20260301)

def signed(number):
    return number.to_bytes(number.bit_length() // 8 + 1, "big")

def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()

def exchange(realm, user, password, a, b, salt, block, stamp):
    x = int.from_bytes(sha(signed(salt), sha(f"{realm}{user}:{password}".encode())), "big")
    v, A = pow(2, x, N), pow(2, a, N)
    B = (K * v + pow(2, b, N)) % N
    u = int.from_bytes(sha(signed(A), signed(B)), "big")
    S = pow((B - K * pow(2, x, N)) % N, a + u * x, N)
    assert S == pow(A * pow(v, u, N), b, N)
    key = mac(mac(signed(u), signed(S)), b"Caldera Derived Key\x01")[:16]
    signature = base64.b64encode(mac(key, realm.encode() + user.encode() + block + stamp.encode())).decode()
    return dict(A=A, B=B, u=u, S=S, v=v, signature=signature)

def edge(name, accepts, salt=lambda: rng.getrandbits(128), bits=256):
    while True:
        given = dict(realm="AbC", user="user" + str(rng.randrange(99)), password="p" + str(rng.random()),
                     a=rng.getrandbits(bits) | 1, b=rng.getrandbits(256) | 1, salt=salt(),
                     block=rng.randbytes(48), stamp="Sun May 2 01:02:03 UTC 2021")
        out = exchange(**given)
        if accepts(given, out):
            texts = {k: "%x" % v if isinstance(v, int) else v for k, v in (given | out).items()}
            texts["block"] = base64.b64encode(given["block"]).decode()
            return {"name": name} | texts

length = lambda n: len("%x" % n)
edges = [
    edge("A has an odd number of digits", lambda g, o: length(o["A"]) == 767),
    edge("A is a byte short", lambda g, o: length(o["A"]) <= 766),
    edge("B is a byte short", lambda g, o: length(o["B"]) <= 766),
    edge("S is a byte short", lambda g, o: length(o["S"]) <= 766),
    edge("S is a byte short, the next has its top bit set", lambda g, o: 2 ** 3063 <= o["S"] < 2 ** 3064),
    edge("u is a byte short", lambda g, o: o["u"] < 2 ** 248),
    edge("u has its top bit set", lambda g, o: o["u"] >> 255 == 1),
    edge("v is a byte short", lambda g, o: length(o["v"]) <= 766),
    edge("the salt is a byte short", lambda g, o: True, lambda: rng.getrandbits(112) | 1),
    edge("the salt is one byte with its top bit set", lambda g, o: True, lambda: 200),
    edge("the salt is zero", lambda g, o: True, lambda: 0),
    edge("a is one byte", lambda g, o: g["a"] > 0, bits=8),
    edge("a has 1024 bits", lambda g, o: g["a"] >> 1023, bits=1024),
    edge("a has 3071 bits", lambda g, o: True, bits=3071),
]
(place / "srp-edges.json").write_text(json.dumps(edges, indent=1) + "\n")

bases = [0, 1, 2, N - 1, N, N + 1, 2 ** 3072 - 1] + [rng.getrandbits(3072) for _ in range(5)]
exponents = [0, 1, 2, 15, 16, 2 ** 64 - 1, 2 ** 64, 2 ** 256 - 1, rng.getrandbits(256), rng.getrandbits(500),
             rng.getrandbits(64), rng.getrandbits(1024)]
powers = [dict(base="%x" % b, exponent="%x" % e, power="%x" % pow(b, e, N)) for b, e in zip(bases, exponents)]
powers += [dict(base="%x" % b, exponent="%x" % e, power="%x" % pow(b, e, N))
           for b, e in [(N - 1, 3), (N + 1, 2 ** 65), (2 ** 3072 - 1, 7), (3, N - 1), (bases[8], N - 2), (2, N)]]
(place / "powers.json").write_text(json.dumps(powers, indent=1) + "\n")

rng = random.Random(6238)
codes = []
for size in [14, 15, 16, 17, 18, 19, 20, 32, 64, 65, 128, 129, 200]:
    for name, digest in [("SHA1", hashlib.sha1), ("SHA256", hashlib.sha256), ("SHA512", hashlib.sha512)]:
        secret, digits, period = rng.randbytes(size), rng.choice([6, 7, 8]), rng.choice([1, 30, 60, 120])
        time = rng.choice([0, 1, 59, 60, 1234567890, 2 ** 31, 2 ** 33, rng.randrange(2 ** 32)])
        text = base64.b32encode(secret).decode()
        code = pyotp.TOTP(text, digits=digits, digest=digest, interval=period).at(time)
        codes.append(dict(secret=text, algorithm=name, digits=str(digits), period=str(period), time=str(time), code=code))
names = [("ana", None), ("ana", ""), ("ana@example.com", "My App"), ("a:b", "x/y"), ("jürgen", "Bäckerei & Söhne"),
         ("50% off?", "a=b&c#d"), ("+1555", "plus+plus"), ("名前", "会社"), ("tab\there", "quote\"'")]
uris = []
for account, issuer in names:
    secret = base64.b32encode(rng.randbytes(20)).decode()
    quoted = urllib.parse.quote(account, safe="")
    uri = "otpauth://totp/"
    uri += (urllib.parse.quote(issuer, safe="") + ":" if issuer else "") + quoted + "?secret=" + secret
    uri += "&issuer=" + urllib.parse.quote(issuer, safe="") if issuer else ""
    read = pyotp.parse_uri(uri)
    assert read.secret == secret and (read.issuer or "") == (issuer or ""), uri
    # pyotp parts the label after it has unescaped it, so an account with a colon needs an issuer in front.
    assert read.name == account, uri
    uris.append(dict(account=account, issuer=issuer, secret=secret, uri=uri))
(place / "codes.json").write_text(json.dumps(dict(codes=codes, uris=uris), indent=1) + "\n")
