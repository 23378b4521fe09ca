import type { BaseIssue } from 'valibot'

/** The limits of a JSON text. */
export type JsonLimits = {
  /** Max bytes; for a string, characters. */
  bytes: number
  /** Max nesting of objects and lists. */
  depth: number
  /** Max members of objects and items of lists, all together. */
  values: number
}

/**
 * The fault of foreign data: too long, nested too deep, too many values, not JSON, or of another
 * shape.
 */
export type BorderFault = 'bytes' | 'depth' | 'values' | 'syntax' | 'shape'

/**
 * The error for foreign data that is refused. The message names the place of the fault, never its
 * content.
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
 * Reads a JSON text within its limits. Deep or numerous values are refused before anything is
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

/** Counts nesting and values without building them. The parser detects invalid JSON. */
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

/** The end of a text that begins with a quote; the end of the whole JSON if it is not closed. */
function endOfText(json: string, start: number): number {
  const end = json.indexOf('"', start + 1)
  if (end < 0) return json.length
  // most texts have no escapes; with many escapes, searching the next quote each time is slower
  // than a loop over the characters
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
