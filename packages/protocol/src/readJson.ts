import type { BaseIssue } from 'valibot'

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
  /** For a wrong shape: the path of the value, and the message of its schema. */
  readonly issue: BaseIssue<unknown> | undefined

  constructor(fault: BorderFault, message: string, issue?: BaseIssue<unknown>) {
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
    throw new BorderError('syntax', 'No JSON') // the parser's own message repeats the foreign text
  }
}

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
