import type { Kit } from '../kit/kit.ts'
import { readStored, writeStored } from './storage.ts'
import { keyName } from './storedKeys.ts'
import type { StoredKey } from './storedKeys.ts'
import { contextOf } from '../kit/context.ts'

/** A stored value of a feature that loads later than the table of keys. */
export type StoredValue<value> = {
  /** The value's name in the storage, which is the `key` of the browser's `storage` events. */
  name: string
  /** Undefined when the value is missing or invalid. */
  get(kit: Kit): value | undefined
  /** `undefined` removes the value. */
  set(kit: Kit, value: value | undefined): void
}

/**
 * A typed value in the kit's storage: JSON that `read` parses. Invalid content reads as undefined.
 */
/* @__NO_SIDE_EFFECTS__ */
export function storedValue<value>(
  key: StoredKey,
  read: (json: unknown) => value | undefined,
): StoredValue<value> {
  return {
    name: keyName(key),
    get(kit) {
      const { storage } = contextOf(kit)
      const json = readStored(storage.raw, key)
      return json === undefined ? undefined : read(json)
    },
    set: (kit, value) => {
      const { storage } = contextOf(kit)
      return writeStored(storage.raw, key, value)
    },
  }
}
