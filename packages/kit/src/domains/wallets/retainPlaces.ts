import type { ConnectRow } from './inGroups.ts'

/**
 * Orders the rows so that no shown row moves down. Shown rows keep their places. A placeholder is
 * replaced by a row of its group, the site's own before the kit's. All other rows follow below. A
 * row that arrives too late for its group of the site's own follows below, outside of the group.
 */
export function retainPlaces(
  shown: readonly ConnectRow[],
  rows: readonly ConnectRow[],
): readonly ConnectRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const fresh = rows.filter(({ key }) => shown.every((row) => row.key !== key))
  const retained = shown.flatMap((row) => {
    const newRow = byKey.get(row.key)
    return newRow ? under(row.groupName, newRow) : row.kind === 'pending' ? takeFor(row, fresh) : []
  })
  return [...retained, ...(shown.length > 0 ? fresh.map((row) => under(undefined, row)) : fresh)]
}

/** The row with another heading. */
const under = (groupName: string | undefined, row: ConnectRow): ConnectRow =>
  row.groupName === groupName ? row : { ...row, groupName }

/** Removes the row that replaces a placeholder from `fresh`, and returns it. */
function takeFor({ group, groupName }: ConnectRow, fresh: ConnectRow[]): readonly ConnectRow[] {
  const at = fresh.findIndex(
    (row) =>
      row.groupName === groupName &&
      (groupName !== undefined || row.group === group) &&
      row.kind !== 'pending',
  )
  return at < 0 ? [] : fresh.splice(at, 1)
}
