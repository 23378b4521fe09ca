import type { ConnectRow } from './connectRows.ts'

/**
 * The rows in an order in which nothing that is shown moves down: what was shown stays where it is, a held place is filled by what
 * it was held for, and everything else comes below.
 */
export function keepPlaces(shown: readonly ConnectRow[], rows: readonly ConnectRow[]): readonly ConnectRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const fresh = rows.filter(({ key }) => shown.every((row) => row.key !== key))
  const kept = shown.flatMap((row) => byKey.get(row.key) ?? (row.kind === 'pending' ? takeFor(row, fresh) : []))
  return [...kept, ...fresh]
}

/** Takes out of `fresh` what a place was held for. */
function takeFor({ group }: ConnectRow, fresh: ConnectRow[]): readonly ConnectRow[] {
  const at = fresh.findIndex((row) => row.group === group && row.kind !== 'pending')
  return at < 0 ? [] : fresh.splice(at, 1)
}
