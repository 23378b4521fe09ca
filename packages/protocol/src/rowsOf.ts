import * as v from 'valibot'

/**
 * A list of at most `max` rows. A row of an unexpected shape is left out. If no row of the list has
 * the right shape, the list is refused, because an empty result would look like "there are none".
 */
/* @__NO_SIDE_EFFECTS__ */
export function rowsOf<const item extends v.GenericSchema>(item: item, max: number) {
  return v.pipe(
    v.array(v.unknown()),
    v.maxLength(max, `More than ${max} rows`),
    v.rawTransform(({ dataset, addIssue, NEVER }): v.InferOutput<item>[] => {
      const rows = dataset.value.flatMap((row) => {
        const read = v.safeParse(item, row, { abortEarly: true })
        return read.success ? [read.output] : []
      })
      if (rows.length > 0 || dataset.value.length === 0) return rows
      addIssue({ message: 'No row has the right shape' })
      return NEVER
    }),
  )
}
