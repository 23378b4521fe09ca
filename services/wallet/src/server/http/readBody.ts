import { BorderError, readJson, readShape, type JsonLimits } from '@latchkey/protocol/border'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import type * as v from 'valibot'
import { Refusal } from '../refusal.ts'
import type { Call } from './env.ts'

/** The bytes of a body. @throws Refusal `tooLarge` */
export async function readBytes(call: Call, maxBytes: number): Promise<Buffer> {
  try {
    if (Number(call.req.header('content-length')) > maxBytes) throw new TooLargeError()
    return await readLimited(call.req.raw.body, maxBytes)
  } catch (error) {
    if (error instanceof TooLargeError) throw new Refusal('tooLarge')
    throw error
  }
}

/** The content of a body, typed by its schema. @throws Refusal `invalidRequest` */
export function readContent<schema extends v.GenericSchema>(
  bytes: Uint8Array,
  limits: JsonLimits,
  schema: schema,
): v.InferOutput<schema> {
  try {
    return readShape(schema, readJson(bytes, limits))
  } catch (error) {
    if (error instanceof BorderError) throw new Refusal('invalidRequest')
    throw error
  }
}
