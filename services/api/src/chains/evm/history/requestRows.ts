import * as v from 'valibot'
import { BorderError, listOf, readShape, type JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import type { JsonShaping } from '@latchkey/server/jsonReader'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { SourceDownError } from '../../../history/historySource.ts'

/**
 * Limits of a page of rows. They are high, because the service adds data about tokens, and the data
 * of every transaction.
 */
const limits: JsonLimits = { bytes: counts.rpcAnswerBytes, depth: 32, values: 100_000 }
/** Maximum of rows in one answer. No service returns more. */
const maxRows = 1_000

/**
 * The shape of a service's answer: a list of rows under `name`, and the object around it. When that
 * object is checked, each row in it is already replaced by null.
 */
type Expected<row extends v.GenericSchema, rest extends v.GenericSchema> = {
  name: string
  row: row
  rest: rest
}

/** The schema of the list of rows in the object around it. Each row is already replaced by null. */
export const rowsRead = listOf(v.null(), maxRows)

/**
 * Requests rows of another service. Each row is checked as it arrives, and the first invalid row
 * ends the reading. Errors contain no URL, because URLs have keys and accounts in them.
 * @throws SourceDownError; the signal's reason
 */
export async function requestRows<row extends v.GenericSchema, rest extends v.GenericSchema>(
  url: URL,
  { name, row, rest }: Expected<row, rest>,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<{ rows: v.InferOutput<row>[]; rest: v.InferOutput<rest> }> {
  const rows: v.InferOutput<row>[] = []
  const reduce: JsonShaping['reduce'] = (value, place) => {
    if (place.depth !== 3 || place.name !== name) return value
    if (rows.push(readShape(row, value)) > maxRows)
      throw new BorderError('values', `More than ${maxRows} rows`)
    return null
  }
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    if (response.ok)
      return {
        rest: readShape(
          rest,
          await readJsonStream(response.body, limits, {
            isObject: true,
            reduce,
            objectLists: new Set([name]),
          }),
        ),
        rows,
      }
    await response.body?.cancel()
    throw new SourceDownError(`It answered with status ${response.status}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SourceDownError) throw error
    if (error instanceof BorderError)
      throw new SourceDownError(`Its answer cannot be read: ${error.message}`)
    throw new SourceDownError('It did not answer')
  }
}
