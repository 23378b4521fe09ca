import type * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import { SiwxError } from './SiwxError.ts'

/** Limits of a body: its bytes, how deep its values are nested, and how many values it has. */
const limits = { bytes: 65_536, depth: 4, values: 200 }

/** The maximum number of bytes of a request's body. */
export const bodyLimit = limits.bytes

/**
 * Reads the body of a request as JSON, and checks it with a schema.
 * @throws SiwxError for a body that is invalid or too long
 */
export async function readBody<schema extends v.GenericSchema>(
  request: Request,
  schema: schema,
): Promise<v.InferOutput<schema>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new SiwxError('typeRefused')
  const bytes = await readBytes(request)
  try {
    const value = readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), limits)
    if (isRecord(value)) return readShape(schema, value)
  } catch (cause) {
    if (cause instanceof BorderError || cause instanceof TypeError)
      throw new SiwxError('bodyInvalid', { cause })
    throw cause
  }
  throw new SiwxError('bodyInvalid')
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes)
    throw new SiwxError('bodyTooLong')
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const whole = new Uint8Array(limits.bytes)
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > limits.bytes) {
      reader.cancel().catch(() => {}) // its error is ignored: the caller gets the SiwxError below
      throw new SiwxError('bodyTooLong')
    }
    whole.set(part.value, length)
    length += part.value.length
  }
  return whole.subarray(0, length)
}
