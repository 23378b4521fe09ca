/** More bytes than the reader takes. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

/**
 * Reads a stream as UTF-8 text and gives it up as soon as it is longer than `most` bytes.
 * @throws TooLargeError
 */
export async function readLimited(stream: ReadableStream<Uint8Array> | null, most: number): Promise<string> {
  if (!stream) return ''
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > most) {
      await reader.cancel()
      throw new TooLargeError(`More than ${most} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
