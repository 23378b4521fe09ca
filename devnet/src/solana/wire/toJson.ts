import type { Json } from '../chain/types.ts'

/**
 * Writes a value as JSON. Unlike `JSON.stringify`, it writes a `bigint` as a number with all its
 * digits.
 */
export function toJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item: Json) => toJson(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) return `{${membersOf(value).join(',')}}`
  return JSON.stringify(value ?? null)
}

function membersOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, member]: [string, Json]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${toJson(member)}`],
  )
}
