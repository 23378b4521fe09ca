import * as v from 'valibot'

/**
 * A list of at most `most` rows, of which those of another shape are left out. A list that has
 * rows, and not one of the right shape, is refused: that nothing is known is not that there is
 * nothing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function rowsOf<const item extends v.GenericSchema>(item: item, most: number) {
  return v.pipe(
    v.array(v.unknown()),
    v.maxLength(most, `More than ${most} rows`),
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
