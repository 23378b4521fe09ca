import * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import { ApiError } from '../apiError.ts'
import type { CursorPlace } from '../chainIndex/chainIndex.ts'

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A number that fits into a database's `integer`. */
const small = v.pipe(whole, v.maxValue(2 ** 31 - 1))
const resume = v.pipe(v.string(), v.maxLength(200))
const place = v.union([v.strictTuple([whole, small]), v.strictTuple([whole, small, resume])])
const cursor = v.object({ at: whole, places: v.record(v.string(), place) })
const limits = { bytes: counts.historyCursor, depth: 3, values: counts.historyCursor }

/**
 * Where a page ended: the time of its last row in seconds since 1970, and the last place on each
 * chain.
 */
export type HistoryCursor = { at: number; places: ReadonlyMap<string, CursorPlace> }

/** Writes a cursor as a text. The client sends it back unchanged. */
export function writeCursor({ at, places }: HistoryCursor): string {
  const entries = [...places].map(
    ([networkId, { block, index, resume: text }]) =>
      [networkId, text === undefined ? [block, index] : [block, index, text]] as const,
  )
  return Buffer.from(JSON.stringify({ at, places: Object.fromEntries(entries) })).toString(
    'base64url',
  )
}

/** Reads a cursor. @throws ApiError 400 for a text that {@link writeCursor} cannot have written */
export function readCursor(text: string): HistoryCursor {
  const { at, places } = parseOpaque(cursor, text)
  return {
    at,
    places: new Map(
      Object.entries(places).map(([networkId, [block, index, text]]) => [
        networkId,
        { block, index, ...(text !== undefined && { resume: text }) },
      ]),
    ),
  }
}

/** Reads JSON that is encoded in base64url. @throws ApiError 400 */
export function parseOpaque<schema extends v.GenericSchema>(
  schema: schema,
  text: string,
): v.InferOutput<schema> {
  try {
    return readShape(schema, readJson(Buffer.from(text, 'base64url'), limits))
  } catch (error) {
    if (error instanceof BorderError) throw new ApiError(400, 'cursor', 'Invalid cursor')
    throw error
  }
}
