import type { ConnectRow } from './inGroups.ts'

/**
 * Sorts the rows so that no shown row moves down. Shown rows stay in their places. A placeholder is
 * replaced by a new row of the same group. All other new rows are added at the end. If one of them
 * belongs to a site's own group that has no place left, it is at the end, too, outside of its
 * group.
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

/** Returns the row under this heading. */
const under = (groupName: string | undefined, row: ConnectRow): ConnectRow =>
  row.groupName === groupName ? row : { ...row, groupName }

/** Takes the row that replaces a placeholder out of `fresh`. Empty if there is none yet. */
function takeFor({ group, groupName }: ConnectRow, fresh: ConnectRow[]): readonly ConnectRow[] {
  const at = fresh.findIndex(
    (row) =>
      row.groupName === groupName &&
      (groupName !== undefined || row.group === group) &&
      row.kind !== 'pending',
  )
  return at < 0 ? [] : fresh.splice(at, 1)
}
