import type { Kit } from './kit.ts'
import { readStored, writeStored } from './storage.ts'
import { keyName } from './storedKeys.ts'
import type { StoredKey } from './storedKeys.ts'

/** One stored value of a feature that is loaded later than the table of keys. */
export type StoredValue<value> = {
  /** Its name in the storage, by which other tabs report it. */
  name: string
  /** Undefined when it is missing or invalid. */
  get(kit: Kit): value | undefined
  /** Undefined removes it. */
  set(kit: Kit, value: value | undefined): void
}

/**
 * A key of the kit's storage with its type: JSON that `read` understands; anything else reads as
 * undefined.
 */
/* @__NO_SIDE_EFFECTS__ */
export function storedValue<value>(
  key: StoredKey,
  read: (json: unknown) => value | undefined,
): StoredValue<value> {
  return {
    name: keyName(key),
    get({ context: { storage } }) {
      const json = readStored(storage.raw, key)
      return json === undefined ? undefined : read(json)
    },
    set: ({ context: { storage } }, value) => writeStored(storage.raw, key, value),
  }
}
