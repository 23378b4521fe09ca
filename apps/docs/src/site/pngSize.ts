/** Reads the size of a PNG file in pixels from its header. @throws Error for any other file */
export function pngSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.length < 24 || bytes.toString('latin1', 1, 4) !== 'PNG')
    throw new Error('Not a PNG file')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
