import type { IncomingMessage } from 'node:http'

/** Thrown if a body has more bytes than the reader allows. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

/**
 * Reads the bytes of a request's or an answer's body. If there are more than `max` bytes, the
 * reading ends and the stream is destroyed.
 * @param onPart called with the number of bytes of each part, and awaited; if it throws, the
 *   reading ends
 * @throws TooLargeError; the errors of `onPart`
 */
export async function readLimited(
  stream: ReadableStream<Uint8Array> | IncomingMessage | null,
  max: number,
  onPart: (bytes: number) => void | Promise<void> = () => {},
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream ?? []) {
    const chunk: Uint8Array = part // neither stream has an encoding, so both give bytes
    bytes += chunk.byteLength
    if (bytes > max) throw new TooLargeError(`More than ${max} bytes`)
    await onPart(chunk.byteLength)
    parts.push(chunk)
  }
  return Buffer.concat(parts, bytes)
}
