// The parts of the format that tests need to damage files at chosen places.

/** The checksum of the format: CRC-32C. */
export function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A file whose header requires a future version. */
export function ofNewerVersion(file) {
  const bytes = Buffer.from(file);
  bytes.writeUInt16LE(99, 8);
  bytes.writeUInt16LE(99, 10);
  bytes.writeUInt32LE(checksum(bytes.subarray(0, 28)), 28);
  return bytes;
}

/** A file with one byte changed. */
export function damagedAt(file, offset) {
  const bytes = Buffer.from(file);
  bytes[offset] ^= 0x55;
  return bytes;
}

/** The blocks of a file: their games, and the places of their sections by kind. */
export function blocksOf(file) {
  const blocks = [];
  for (let at = 1536; file.toString("latin1", at, at + 4) === "PLYB"; ) {
    const block = blockAt(file, at);
    blocks.push(block);
    at = block.end;
  }
  return blocks;
}

/** Kinds of sections. */
export const MOVES = 2;
export const TAG_VALUES = 8;

function blockAt(file, start) {
  let at = start + 8;
  let offset = at + file.readUInt32LE(start + 4) + 4;
  const varint = () => {
    let [value, shift] = [0, 1];
    for (;;) {
      const byte = file[at++];
      value += (byte & 127) * shift;
      if (byte < 128) return value;
      shift *= 128;
    }
  };
  const [games, , , , count] = [varint(), varint(), varint(), varint(), varint()];
  const sections = Array.from({ length: count }, () => {
    const [kind, , , , length] = [varint(), varint(), varint(), varint(), varint()];
    at += 4;
    offset += length;
    return { kind, start: offset - length, end: offset };
  });
  return { games, sections, end: offset };
}
