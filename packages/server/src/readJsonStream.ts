import { setImmediate } from 'node:timers/promises'
import { BorderError, type JsonLimits } from '@latchkey/protocol/border'
import { createJsonReader, type JsonShaping } from './jsonReader.ts'

/**
 * One reading blocks other work for at most this many milliseconds at a time. It is short, because
 * several readings may run.
 */
const turn = 2
/** The clock is checked after this many bytes. */
const piece = 16 * 1024

/**
 * Reads JSON as it arrives, within limits. It reads in short turns, so that even a long text does
 * not block other work. Only the members that are read take memory.
 * @throws BorderError `bytes`, `depth`, `values` or `syntax`; the errors of `reduce`. The stream is
 *   then destroyed.
 */
export async function readJsonStream(
  stream: AsyncIterable<Uint8Array> | null,
  limits: JsonLimits,
  shaping: JsonShaping = {},
): Promise<unknown> {
  const reader = createJsonReader(limits, shaping)
  let bytes = 0
  let began = performance.now()
  for await (const part of stream ?? []) {
    bytes += part.byteLength
    if (bytes > limits.bytes) throw new BorderError('bytes', `More than ${limits.bytes} bytes`)
    for (let start = 0; start < part.byteLength; start += piece) {
      reader.push(
        Buffer.from(part.buffer, part.byteOffset + start, Math.min(piece, part.byteLength - start)),
      )
      if (performance.now() - began < turn) continue
      await setImmediate()
      began = performance.now()
    }
  }
  return reader.end()
}
