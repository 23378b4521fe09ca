/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** Returns the value with members of unknown type; without members if it is not an object. */
export const partsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
