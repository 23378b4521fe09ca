import { sql } from 'drizzle-orm'
import type { Place } from './chainIndex.ts'

/** A place as text, for keys of maps. */
export const keyOf = ({ block, index }: Place) => `${block} ${index}`

/** SQL for a table with these places, to join with. */
export function placesTable(places: readonly Place[]) {
  const json = JSON.stringify(places.map(({ block, index }) => ({ block, index })))
  return sql`json_to_recordset(${json}::json) as wanted(block bigint, index integer)`
}

/** Groups rows by their transaction. The keys are those of `keyOf`. */
export function grouped<row extends Place>(rows: readonly row[]): Map<string, row[]> {
  const groups = new Map<string, row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
