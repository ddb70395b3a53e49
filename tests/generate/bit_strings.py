"""Bits as text of zeros and ones (bit-stream)."""


def width(choices):
    """bit-stream.2"""
    return 0 if choices < 2 else (choices - 1).bit_length()


def fixed(value, bits):
    """A number in this number of bits, highest first (bit-stream.1)."""
    return format(value, f"0{bits}b") if bits else ""


def extended(value, unit):
    """A number in escape code (bit-stream.4)."""
    ones = (1 << unit) - 1
    return "1" * unit * (value // ones) + fixed(value % ones, unit)


def packed(bits, fill):
    """Bytes; the last one is filled (bit-stream.3)."""
    bits += fill * (-len(bits) % 8)
    return bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits), 8))
