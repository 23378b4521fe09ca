import * as v from 'valibot'

/** The maximal length of the stored properties, in characters. Longer ones are left out. */
const maxLength = 16_384

/**
 * The properties of a session as its wallet sent them, as JSON. They are untrusted; the code that
 * needs them parses them. CAIP-25
 */
export const storedProperties = v.fallback(
  v.optional(v.pipe(v.string(), v.maxLength(maxLength))),
  undefined,
)

/**
 * The properties of a settlement in their stored form. Absent if there are none, or if they are too
 * long: this is no reason to refuse a session.
 */
export function propertiesToStore({
  sessionProperties,
  scopedProperties,
}: {
  sessionProperties?: unknown
  scopedProperties?: unknown
}): { properties?: string } {
  if (!sessionProperties && !scopedProperties) return {}
  const properties = JSON.stringify({ sessionProperties, scopedProperties })
  return properties.length > maxLength ? {} : { properties }
}
