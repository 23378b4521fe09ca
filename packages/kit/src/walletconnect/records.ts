import * as v from 'valibot'
import { storagePrefix } from '../core/storage.ts'
import type { RawStorage } from '../core/storage.ts'

/** What the client keeps below its prefix in the kit's storage. */
export const prefix = `${storagePrefix}walletconnect.`

/** A short list that survives a reload, shared by the tabs of a site. A broken row is left out, and costs no other. */
export type Records<record> = {
  all(): readonly record[]
  /** Adds a record, in place of those that it stands for; the oldest leave when there are too many. */
  put(record: record, standsFor: (other: record) => boolean): void
  drop(isMeant: (record: record) => boolean): void
}

/** Keeps records until their `expiry` (unix seconds), at most so many. `now` in milliseconds. */
export function createRecords<record extends { expiry: number }>(
  raw: RawStorage,
  { name, schema, most, now }: { name: string; schema: v.GenericSchema<unknown, record>; most: number; now: () => number },
): Records<record> {
  const key = prefix + name

  function all(): readonly record[] {
    return readRows(schema, raw.getItem(key)).filter(({ expiry }) => expiry * 1_000 > now())
  }

  function write(records: readonly record[]): void {
    if (records.length > 0) raw.setItem(key, JSON.stringify(records))
    else raw.removeItem(key)
  }

  return {
    all,
    put: (record, standsFor) => write([...all().filter((other) => !standsFor(other)), record].slice(-most)),
    drop: (isMeant) => write(all().filter((record) => !isMeant(record))),
  }
}

/** The rows of a stored list that are of this shape. */
export function readRows<row>(schema: v.GenericSchema<unknown, row>, text: string | null): readonly row[] {
  const list = parse(text)
  return (Array.isArray(list) ? list : []).flatMap((one): row[] => {
    const parsed = v.safeParse(schema, one)
    return parsed.success ? [parsed.output] : []
  })
}

/** Stored JSON; broken content is no content. */
function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined // written by somebody else
  }
}
