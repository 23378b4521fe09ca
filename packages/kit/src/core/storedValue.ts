import type { Kit } from './kit.ts'
import { readStored, writeStored } from './storage.ts'
import { keyName } from './storedKeys.ts'
import type { StoredKey } from './storedKeys.ts'

/** One thing that is remembered, of a feature that is loaded later than the table of keys. */
export type StoredValue<value> = {
  /** Under which it stands, as other tabs tell it. */
  name: string
  /** Undefined when there is none, or none that fits. */
  get(kit: Kit): value | undefined
  /** Undefined takes it out. */
  set(kit: Kit, value: value | undefined): void
}

/** A key of the kit's storage with its type: JSON that `read` understands; anything else reads as undefined. */
/* @__NO_SIDE_EFFECTS__ */
export function storedValue<value>(key: StoredKey, read: (json: unknown) => value | undefined): StoredValue<value> {
  return {
    name: keyName(key),
    get({ context: { storage } }) {
      const json = readStored(storage.raw, key)
      return json === undefined ? undefined : read(json)
    },
    set: ({ context: { storage } }, value) => writeStored(storage.raw, key, value),
  }
}
