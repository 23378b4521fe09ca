/**
 * The border: the only place where foreign bytes become typed values. It checks the number of
 * bytes, then the nesting, then the number of values, then the shape. It stops at the first fault,
 * so its cost is limited and linear in the bytes read.
 */
import * as v from 'valibot'

export { listOf } from './listOf.ts'

/** The limits of a JSON text. */
export type JsonLimits = {
  /** The maximum number of bytes, or of characters for a string. */
  bytes: number
  /** The maximum nesting of objects and lists. */
  depth: number
  /** The maximum number of members of objects and items of lists, all together. */
  values: number
}

/**
 * Why foreign data is refused: it is too long, nested too deep, has too many values, is not JSON,
 * or has another shape than expected.
 */
export type BorderFault = 'bytes' | 'depth' | 'values' | 'syntax' | 'shape'

/**
 * The error for foreign data that is refused. Its message says where the fault is, and never
 * contains the data itself.
 */
export class BorderError extends Error {
  override readonly name = 'BorderError'
  readonly fault: BorderFault
  /** For the fault `shape`: the path of the value, and the message of its schema. */
  readonly issue: v.BaseIssue<unknown> | undefined

  constructor(fault: BorderFault, message: string, issue?: v.BaseIssue<unknown>) {
    super(message)
    this.fault = fault
    this.issue = issue
  }
}

/**
 * Reads a JSON text within limits. Nesting and the number of values are checked before the text is
 * parsed.
 * @throws BorderError `bytes`, `depth`, `values` or `syntax`
 */
export function readJson(text: string | Uint8Array, limits: JsonLimits): unknown {
  if (text.length > limits.bytes) throw new BorderError('bytes', `More than ${limits.bytes} bytes`)
  const json = typeof text === 'string' ? text : decoder.decode(text)
  scan(json, limits)
  try {
    return JSON.parse(json)
  } catch {
    throw new BorderError('syntax', 'No JSON') // the parser's message would repeat the foreign text
  }
}

/**
 * Returns the value, typed by its schema. It stops at the first fault. So a schema must check the
 * length of a list before the list's items.
 * @throws BorderError `shape`
 */
export function readShape<schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, value, firstFault)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new BorderError(
    'shape',
    `Another shape at ${(v.getDotPath(issue) ?? 'the root').slice(0, 100)}`,
    issue,
  )
}

const firstFault = { abortEarly: true, abortPipeEarly: true } as const
const decoder = new TextDecoder()
const [quote, backslash, comma] = [34, 92, 44]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]

/** Counts nesting and values without building the values. Invalid JSON is left to the parser. */
function scan(json: string, { depth: deepest, values: max }: JsonLimits): void {
  let depth = 0
  let values = 1
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index)
    if (code === quote) {
      index = endOfText(json, index)
    } else if (code === comma) {
      if ((values += 1) > max) throw new BorderError('values', `More than ${max} values`)
    } else if (code === openList || code === openObject) {
      if ((depth += 1) > deepest) throw new BorderError('depth', `Nested deeper than ${deepest}`)
      if ((values += 1) > max) throw new BorderError('values', `More than ${max} values`)
    } else if (code === closeList || code === closeObject) {
      depth -= 1
    }
  }
}

/**
 * Returns the index of the quote that ends a string, or the length of the JSON if there is none.
 */
function endOfText(json: string, start: number): number {
  const end = json.indexOf('"', start + 1)
  if (end < 0) return json.length
  // Most strings have no escapes, so the next quote is the end. If there are escapes, a loop over
  // the characters is faster than repeated searches.
  return json.charCodeAt(end - 1) === backslash ? endByHand(json, start) : end
}

function endByHand(json: string, start: number): number {
  let index = start + 1
  for (
    let code = json.charCodeAt(index);
    code !== quote && index < json.length;
    code = json.charCodeAt(index)
  )
    index += code === backslash ? 2 : 1
  return index
}
