import { isPlainSvg } from './isPlainSvg.ts'

/** The accepted types of pictures. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
/** A picture. Its type was recognised from its bytes, not from a header. */
export type Picture = { type: (typeof pictureTypes)[number]; bytes: Buffer<ArrayBuffer> }

/**
 * Limits of a picture. `bytes`: of the file. `side`: pixels of a side, and `ratio`: the longer side
 * divided by the shorter one, both not for an SVG.
 */
export const pictureLimits = {
  bytes: 64 * 1024,
  side: { min: 32, max: 256 },
  ratio: 1.1,
} as const

/** A picture is refused. The message states the reason, but no address. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** Width and height in pixels. */
type Size = readonly [number, number]

/**
 * Recognises the type of a picture from its bytes, and ignores the server's Content-Type. Pictures
 * are not resized. A picture that is too large, too small or not square is refused by its header,
 * before anything is decoded.
 * @throws PictureError
 */
export function readPicture(bytes: Buffer<ArrayBuffer>): Picture {
  if (isPlainSvg(bytes)) return { type: 'image/svg+xml', bytes }
  for (const [type, sizeOf] of formats) {
    const size = sizeOf(bytes)
    if (!size) continue
    const [min, max] = [Math.min(...size), Math.max(...size)]
    if (min < pictureLimits.side.min || max > pictureLimits.side.max)
      throw new PictureError(
        `It is not between ${pictureLimits.side.min} and ${pictureLimits.side.max} pixels wide and high`,
      )
    if (max > min * pictureLimits.ratio) throw new PictureError('It is not square')
    return { type, bytes }
  }
  throw new PictureError('It is no PNG, JPEG, WebP or plain SVG')
}

const formats: readonly (readonly [Picture['type'], (bytes: Buffer) => Size | undefined])[] = [
  ['image/png', sizeOfPng],
  ['image/jpeg', sizeOfJpeg],
  ['image/webp', sizeOfWebp],
]

/** The size of a PNG; undefined for other bytes. Source: PNG (third edition), 5.2 and 11.2.1 */
function sizeOfPng(bytes: Buffer): Size | undefined {
  const isPng =
    bytes.length > 32 &&
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' &&
    bytes.readUInt32BE(8) === 13 &&
    bytes.toString('latin1', 12, 16) === 'IHDR'
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined
}

/** The size of a JPEG; undefined for other bytes. Source: ITU T.81, B.1 and B.2.2 */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff)
      at += 1 // skips a fill byte
    else if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Whether a marker begins a frame: C0 to CF, except those for tables and extensions. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size of a WebP; undefined for other bytes. Source: RFC 9649, 2.3 to 2.7; RFC 6386, 9.1 */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (
    bytes.length < 30 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP'
  )
    return undefined
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (kind !== 'VP8L' || bytes[20] !== 0x2f) return undefined
  const packed = bytes.readUInt32LE(21)
  return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
}
