/** Whether a value has parts, whatever they are; a list has them, too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value has parts by name: an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** The parts of anything, each undefined until it was looked at; none of what is no object. */
export const partsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
