import type { IncomingMessage } from 'node:http'

/** More bytes than the reader takes. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

/**
 * The bytes of a body or an answer. Reading ends as soon as there are more than `most`; the stream is given up then.
 * @param onPart hears how many have come with each part, and is waited for; may end the reading by throwing
 * @throws TooLargeError; what `onPart` throws
 */
export async function readLimited(stream: ReadableStream<Uint8Array> | IncomingMessage | null, most: number, onPart: (bytes: number) => void | Promise<void> = () => {}): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream ?? []) {
    const chunk: Uint8Array = part // neither stream has an encoding set, so that both give bytes
    bytes += chunk.byteLength
    if (bytes > most) throw new TooLargeError(`More than ${most} bytes`)
    await onPart(chunk.byteLength)
    parts.push(chunk)
  }
  return Buffer.concat(parts, bytes)
}
