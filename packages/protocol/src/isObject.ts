/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** The parts of any value, each of unknown type; no parts if it is not an object. */
export const partsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
