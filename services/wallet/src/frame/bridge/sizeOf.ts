import { frameMessageLength } from '@latchkey/protocol/frame/wire'

/**
 * Characters of a message as JSON; infinite for one that is none, also where JSON would leave out
 * what is in it: a cycle, a BigInt, a map, a set, bytes, a file, a list with names or too many
 * places. Members without a value count.
 */
export function sizeOf(message: unknown): number {
  try {
    return JSON.stringify(message, readPart).length
  } catch {
    return Infinity // the only question is whether it fits
  }
}

/**
 * A replacer of JSON, called with the object that has the part: what has a `toJSON`, as dates have,
 * comes converted. @throws TypeError for what is no JSON
 */
function readPart(this: unknown, name: string, part: unknown): unknown {
  const given: unknown =
    // `name` is one of its own
    Array.isArray(this) || isPlain(this) ? this[name as keyof typeof this] : part
  if (typeof given === 'object' && given !== null && !isPlain(given) && !isList(given))
    throw new TypeError('No JSON')
  return part === undefined ? null : part
}

const isList = (value: object): boolean =>
  Array.isArray(value) &&
  value.length <= frameMessageLength &&
  Object.keys(value).length <= value.length

/** An object as a message brings it. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
