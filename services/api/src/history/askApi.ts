import type * as v from 'valibot'
import { BorderError, readShape, type JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { SourceDownError } from './historySource.ts'

/** A page of rows with what their services say about tokens, and the data of every transaction. */
const limits: JsonLimits = { bytes: counts.rpcAnswerBytes, depth: 32, values: 100_000 }
/** Rows of one answer, more than any service gives. */
export const mostRows = 1_000

/**
 * JSON of another service, in the shape that is expected. What goes wrong names nobody: addresses carry keys and accounts.
 * @throws SourceDownError; the signal's reason
 */
export async function askApi<schema extends v.GenericSchema>(url: URL, schema: schema, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<v.InferOutput<schema>> {
  try {
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } })
    if (response.ok) return readShape(schema, await readJsonStream(response.body, limits))
    await response.body?.cancel()
    throw new SourceDownError(`It answered with status ${response.status}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SourceDownError) throw error
    if (error instanceof BorderError) throw new SourceDownError(`Its answer cannot be read: ${error.message}`)
    throw new SourceDownError('It did not answer')
  }
}
