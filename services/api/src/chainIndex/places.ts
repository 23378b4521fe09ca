import { sql } from 'drizzle-orm'
import type { Place } from './chainIndex.ts'

/** A place as text. */
export const keyOf = ({ block, index }: Place) => `${block} ${index}`

/** The places as a table to join with. */
export function placesTable(places: readonly Place[]) {
  const json = JSON.stringify(places.map(({ block, index }) => ({ block, index })))
  return sql`json_to_recordset(${json}::json) as wanted(block bigint, index integer)`
}

/** Groups rows by their transaction. */
export function grouped<row extends Place>(rows: readonly row[]): Map<string, row[]> {
  const groups = new Map<string, row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
