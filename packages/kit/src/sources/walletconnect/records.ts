import * as v from 'valibot'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { StoredKey } from '../../core/storage/storedKeys.ts'

/**
 * A short stored list that the tabs of a site share. It survives a reload. An invalid row is left
 * out, without affecting the others.
 */
export type Records<record> = {
  all(): readonly record[]
  /**
   * Adds a record, and removes the records that it replaces. If the list gets too long, the oldest
   * records are removed.
   */
  put(record: record, replaces: (existing: record) => boolean): void
  drop(matches: (record: record) => boolean): void
}

/** Stores records until their `expiry` (unix seconds), at most `max`. `now` in milliseconds. */
export function createRecords<record extends { expiry: number }>(
  raw: RawStorage,
  {
    key,
    schema,
    max,
    now,
  }: { key: StoredKey; schema: v.GenericSchema<unknown, record>; max: number; now: () => number },
): Records<record> {
  function all(): readonly record[] {
    return readRows(schema, readStored(raw, key)).filter(({ expiry }) => expiry * 1_000 > now())
  }

  function write(records: readonly record[]): void {
    writeStored(raw, key, records.length > 0 ? records : undefined)
  }

  return {
    all,
    put: (record, replaces) =>
      write([...all().filter((existing) => !replaces(existing)), record].slice(-max)),
    drop: (matches) => write(all().filter((record) => !matches(record))),
  }
}

/** The rows of a stored list that have this shape. */
export function readRows<row>(
  schema: v.GenericSchema<unknown, row>,
  list: unknown,
): readonly row[] {
  return (Array.isArray(list) ? list : []).flatMap((row): row[] => {
    const parsed = v.safeParse(schema, row)
    return parsed.success ? [parsed.output] : []
  })
}
