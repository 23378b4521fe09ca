import type { ConnectRow } from './connectRows.ts'

/**
 * Orders the rows so that no shown row moves down: shown rows keep their places, a held place is filled by a row of
 * its group, and all other rows follow below.
 */
export function keepPlaces(shown: readonly ConnectRow[], rows: readonly ConnectRow[]): readonly ConnectRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const fresh = rows.filter(({ key }) => shown.every((row) => row.key !== key))
  const kept = shown.flatMap((row) => byKey.get(row.key) ?? (row.kind === 'pending' ? takeFor(row, fresh) : []))
  return [...kept, ...fresh]
}

/** Removes from `fresh` the row that fills a held place, and returns it. */
function takeFor({ group }: ConnectRow, fresh: ConnectRow[]): readonly ConnectRow[] {
  const at = fresh.findIndex((row) => row.group === group && row.kind !== 'pending')
  return at < 0 ? [] : fresh.splice(at, 1)
}
