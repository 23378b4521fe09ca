import { frameMessageLength } from '@latchkey/protocol/frame/wire'

/**
 * The length of a message as JSON. Infinite for a message that JSON cannot represent: a cycle,
 * a BigInt, a map, a set, bytes, a file, an array with named members or too many elements.
 * Members with the value undefined count.
 */
export function sizeOf(message: unknown): number {
  try {
    return JSON.stringify(message, readPart).length
  } catch {
    return Infinity // the callers only compare it with a limit
  }
}

/**
 * The replacer of `JSON.stringify`. `this` is the object or array that contains the part. A part
 * with `toJSON`, such as a date, arrives converted, so the original is read from `this`.
 * @throws TypeError for a part that JSON cannot represent
 */
function readPart(this: unknown, name: string, part: unknown): unknown {
  const given: unknown =
    // the cast is safe: `name` is an own member of `this`
    Array.isArray(this) || isPlain(this) ? this[name as keyof typeof this] : part
  if (typeof given === 'object' && given !== null && !isPlain(given) && !isList(given))
    throw new TypeError('No JSON')
  return part === undefined ? null : part
}

const isList = (value: object): boolean =>
  Array.isArray(value) &&
  value.length <= frameMessageLength &&
  Object.keys(value).length <= value.length

/** An object as structured cloning creates it. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
