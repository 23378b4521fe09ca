/** Pictures that consist only of headers, for tests of code that reads headers. */

/** Makes a PNG. @param width pixels @param height pixels */
export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(64)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** Makes a JPEG with a comment before its frame. */
export function jpegOf(width: number, height: number): Buffer<ArrayBuffer> {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 5, 0xff, 0xc0, 1, 0xff]),
    frame,
    Buffer.alloc(20),
  ])
}

/** Makes a WebP of one of the three kinds. */
export const webpOf =
  (kind: 'VP8 ' | 'VP8L' | 'VP8X') =>
  (width: number, height: number): Buffer<ArrayBuffer> => {
    const bytes = Buffer.alloc(64)
    bytes.write(`RIFF    WEBP${kind}`, 0, 'latin1')
    if (kind === 'VP8X') {
      bytes.writeUIntLE(width - 1, 24, 3)
      bytes.writeUIntLE(height - 1, 27, 3)
    } else if (kind === 'VP8L') {
      bytes[20] = 0x2f
      bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
    } else {
      bytes.writeUIntBE(0x9d012a, 23, 3)
      bytes.writeUInt16LE(width, 26)
      bytes.writeUInt16LE(height, 28)
    }
    return bytes
  }
