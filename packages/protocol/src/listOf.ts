import * as v from 'valibot'

/**
 * A list of at most `max` items. Its length is checked before its items. It is in its own file, so
 * that a page can load it alone.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const item extends v.GenericSchema>(
  item: item,
  max: number,
  message = `More than ${max} items`,
) {
  return v.pipe(v.array(v.unknown()), v.maxLength(max, message), v.array(item))
}

/** A list of which only the first `max` items are checked and returned. */
/* @__NO_SIDE_EFFECTS__ */
export function firstOf<const item extends v.GenericSchema>(item: item, max: number) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.slice(0, max)),
    v.array(item),
  )
}
