import * as v from 'valibot'

/**
 * A list of at most `most` items: its length is checked before any item. A file of its own, so that
 * a page can load it alone.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const item extends v.GenericSchema>(
  item: item,
  most: number,
  message = `More than ${most} items`,
) {
  return v.pipe(v.array(v.unknown()), v.maxLength(most, message), v.array(item))
}

/** A list of which only the first `most` items are checked; the others are left out. */
/* @__NO_SIDE_EFFECTS__ */
export function firstOf<const item extends v.GenericSchema>(item: item, most: number) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.slice(0, most)),
    v.array(item),
  )
}
