/** Whether a value has parts, whatever they are. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The parts of anything, each undefined until it was looked at; none of what is no object. */
export const partsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
