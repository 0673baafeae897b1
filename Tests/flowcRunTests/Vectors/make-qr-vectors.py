"""Records the modules of QR codes that the Python package qrcode 8.2 makes: the oracle of QRCodeTests.

(segno 1.6 is none: it pads with a byte of zeros where ISO/IEC 18004, section 7.4.10, has no bits left to pad.)

One line each: level, version, mask, the bytes in hex, and the modules row by row in hex, the first module highest.
Usage: python3 -m venv .venv && .venv/bin/pip install qrcode==8.2 && .venv/bin/python make-qr-vectors.py > qr-codes.txt
"""
import random
from qrcode import constants
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, QRData

CAPACITIES = {
    "L": [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520],
    "M": [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412],
}


def line(data, level, mask):
    code = QRCode(error_correction=getattr(constants, "ERROR_CORRECT_" + level), mask_pattern=mask, border=0)
    code.add_data(QRData(data, mode=MODE_8BIT_BYTE), optimize=0)
    code.make(fit=True)
    bits = "".join("1" if module else "0" for row in code.modules for module in row)
    bits += "0" * (-len(bits) % 8)
    modules = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)).hex()
    return f"{level} {code.version} {code.mask_pattern} {data.hex() or '-'} {modules}"


random.seed(18004)
for level, capacities in CAPACITIES.items():
    for version, capacity in enumerate(capacities, 1):
        least = capacities[version - 2] + 1 if version > 1 else 1
        for length, mask in ((capacity, version % 8), (least, (version + 3) % 8)):
            print(line(random.randbytes(length), level, mask))
for mask in range(8):
    print(line(b"otpauth://totp/flowc:ana?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=flowc", "L", mask))
