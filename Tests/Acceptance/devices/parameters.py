"""Application parameters of FiRa UCI: sizes, usual values and what values mean something.

From AOSP's encoders and tests, pica's packet file and the log of a DWM3001CDK.
"""

# identifier: (sizes, usual value as a number or nil, allowed values or None)
TABLE = {
    0x00: ((1,), None, {0, 1}), 0x01: ((1,), 2, range(0, 10)), 0x02: ((1,), 0, range(0, 5)),
    0x03: ((1,), None, {0, 1, 2}), 0x04: ((1,), 9, {5, 6, 8, 9, 10, 12, 13, 14}),
    0x05: ((1,), 1, range(1, 9)), 0x06: ((2, 8), None, None), 0x07: ((), None, None),
    0x08: ((2,), 2400, range(1, 65536)), 0x09: ((4,), 200, range(1, 1 << 32)), 0x0A: ((4,), 0, None),
    0x0B: ((1,), 0, {0, 1}), 0x0C: ((1,), 3, None), 0x0D: ((1,), 1, {0, 1, 2, 3, 0xF0}),
    0x0E: ((1,), 1, range(0, 8)), 0x0F: ((2,), 0, None), 0x10: ((2,), 20000, None),
    0x11: ((1,), None, range(0, 9)), 0x12: ((1,), 3, {0, 1, 3}), 0x13: ((1,), 0, {0, 1}),
    0x14: ((1,), 10, {*range(9, 33)}), 0x15: ((1,), 2, range(0, 5)), 0x16: ((1,), 0, range(0, 4)),
    0x17: ((1,), 1, {0, 1}), 0x18: ((1,), 0, {0, 1}), 0x19: ((1,), 0, None), 0x1A: ((1,), 1, {0, 1}),
    0x1B: ((1,), 25, range(1, 256)), 0x1C: ((1,), 0, {0, 1}), 0x1D: ((8,), 0, None),
    0x1E: ((1,), 1, None), 0x1F: ((1,), 0, {0, 1, 2}), 0x20: ((2,), 0x0518, None),
    0x21: ((1,), 0, None), 0x22: ((1,), 1, {0, 1, 2}), 0x23: ((1,), 0, {0, 1}), 0x24: ((1,), 0, None),
    0x25: ((1,), 50, range(1, 101)), 0x26: ((1,), 0, {0, 1, 2}), 0x27: ((2,), 0, None),
    0x28: ((6,), 0, None), 0x29: ((1,), 1, range(0, 5)), 0x2A: ((2,), 0, None),
    0x2B: ((4, 8), 0, None), 0x2C: ((1,), 0, {0, 1}), 0x2D: ((1,), 0, None), 0x2E: ((1,), 1, None),
    0x2F: ((1,), 1, range(1, 11)), 0x30: ((4,), 0, None), 0x31: ((1,), 0, {0, 1}),
    0x32: ((2,), 0, None), 0x33: ((4,), 0, None), 0x34: ((4,), 0, None), 0x35: ((1,), 1, {0, 1, 2}),
    0x36: ((1,), 0, {0, 1}), 0x38: ((1, 3, 5, 9), 0, None), 0x39: ((1,), 0, {0, 1, 2}),
    0x3A: ((1,), 4, None), 0x3B: ((2,), 0, None), 0x3C: ((1,), 1, None), 0x3D: ((1,), 1, {0, 1}),
    0x3E: ((1,), 0, None), 0x3F: ((1,), 0, None), 0x40: ((1,), 1, {0, 1}), 0x41: ((1, 11, 13), 0, None),
    0x42: ((1,), 0, None), 0x43: ((1,), 0, None), 0x44: ((1,), 0, None), 0x45: ((16, 32), 0, None),
    0x46: ((16, 32), 0, None), 0x47: ((1,), 0, {0, 1}), 0x48: ((9,), 0, None), 0x49: ((1,), 0, None),
    0x4A: ((1,), 0, None), 0x4B: ((1,), 0, None), 0x4C: ((1,), 0, {0, 1}), 0x4D: ((1,), 0, None),
    0xE3: ((1,), 0, None), 0xE4: ((1,), 0, None), 0xE5: ((1,), 0, None), 0xE6: ((1,), 0, None),
    0xE7: ((1,), 0, None), 0xE8: ((1,), 0, {0, 1}), 0xE9: ((1, 4), 0, None),
}

# What a DWM3001CDK can do of what means something.
SUPPORTED = {
    0x04: {5, 9}, 0x12: {1, 3}, 0x03: {0, 1}, 0x01: {1, 2, 3, 4}, 0x02: {0, 3, 4}, 0x22: {1}, 0x26: {0},
    0x1F: {0}, 0x14: {9, 10, 11, 12}, 0x15: {0, 2}, 0x11: {0, 1},
}

NEEDED = (0x00, 0x11, 0x03, 0x01, 0x06, 0x07, 0x04, 0x02, 0x12, 0x22, 0x14, 0x15, 0x08, 0x09, 0x1B)
"""Without these no DWM3001CDK starts a session."""

WHILE_ACTIVE = (0x05, 0x07, 0x0E, 0x0F, 0x10, 0x1D, 0x25, 0x2D, 0x36)
"""May change while a session ranges."""


def number(value):
    return int.from_bytes(value, "little")


def usual(identifier):
    sizes, value, _ = TABLE[identifier]
    return None if value is None or not sizes else value.to_bytes(sizes[-1], "little")


def is_allowed(identifier, value, controlees):
    """Whether a value has a right size and a meaning that the board can do."""
    sizes, _, values = TABLE[identifier]
    if identifier == 0x07:
        return len(value) in (2 * controlees, 8 * controlees)
    if len(value) not in sizes:
        return False
    if values is not None and number(value) not in values:
        return False
    return identifier not in SUPPORTED or number(value) in SUPPORTED[identifier]
