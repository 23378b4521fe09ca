import type { Kit } from './kit.ts'
import { storagePrefix } from './storage.ts'
import { keyName } from './storedKeys.ts'
import type { StoredKey } from './storedKeys.ts'

/** One thing that is remembered, of a feature that is loaded later than the table of keys. */
export type StoredValue<value> = {
  /** Under which it stands, as other tabs tell it. */
  name: string
  /** Undefined when there is none, or none that fits. */
  get(kit: Kit): value | undefined
  set(kit: Kit, value: value): void
  remove(kit: Kit): void
}

/** A key of the kit's storage with its type: JSON that `read` understands; anything else reads as undefined. */
/* @__NO_SIDE_EFFECTS__ */
export function storedValue<value>(key: StoredKey, read: (json: unknown) => value | undefined): StoredValue<value> {
  const name = storagePrefix + keyName(key)
  return {
    name,
    get({ context: { storage } }) {
      const text = storage.raw.getItem(name)
      if (text === null) return undefined
      try {
        return read(JSON.parse(text))
      } catch {
        return undefined // somebody else's text
      }
    },
    set: ({ context: { storage } }, value) => storage.raw.setItem(name, JSON.stringify(value)),
    remove: ({ context: { storage } }) => storage.raw.removeItem(name),
  }
}
