const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  return rest
})

/** The checksum of ZIP archives (CRC-32), 0 to 2³² − 1, of a piece that stands behind what came to `before`. */
export function crcOf(bytes: Uint8Array, before = 0): number {
  let rest = ~before
  for (const byte of bytes) rest = (rest >>> 8) ^ TABLE[(rest ^ byte) & 0xff]!
  return ~rest >>> 0
}
