import type { Changes, Hex, Storage } from './chopsticks.ts'

/** A value since a block. `undefined`: the key was deleted. */
type Version = { since: number; value: Hex | undefined }

/**
 * The storage at every block. A read takes the same time at each height; the layers of chopsticks,
 * of which each asks the one below it, would take longer with each block.
 */
export class StorageHistory {
  readonly #versions = new Map<string, Version[]>()
  /** All keys that ever had a value, in order. */
  readonly #keys: string[] = []

  /** @param base the storage at the first block */
  constructor(base: Readonly<Record<string, Hex>>) {
    for (const [key, value] of Object.entries(base)) this.#versions.set(key, [{ since: 0, value }])
    this.#keys.push(...this.#versions.keys())
    this.#keys.sort()
  }

  /** Adds the changes of a block, which must be newer than all others. */
  add(block: number, changes: Changes): void {
    for (const [key, value] of Object.entries(changes)) {
      const version = { since: block, value: value ?? undefined }
      const known = this.#versions.get(key)
      if (known) known.push(version)
      else if (value !== null) {
        this.#versions.set(key, [version])
        this.#keys.splice(this.#placeAfter(key), 0, key)
      }
    }
  }

  /** The storage as it was after a block. */
  at(block: number): Storage {
    const read = (key: unknown) =>
      typeof key === 'string' ? this.#read(key.toLowerCase(), block) : undefined
    const next = (prefix: string, startKey: string): string | undefined => {
      const first = startKey < prefix ? this.#placeOf(prefix) : this.#placeAfter(startKey)
      for (let place = first; place < this.#keys.length; place += 1) {
        const key = this.#keys[place] ?? ''
        if (!key.startsWith(prefix)) return undefined
        if (read(key) !== undefined) return key
      }
      return undefined
    }
    return {
      get: async (key) => read(key),
      getMany: async (keys) => keys.map(read),
      deleted: () => false, // deleted keys are no keys here
      findNextKey: async (prefix, startKey) => next(prefix, startKey),
      async getKeysPaged(prefix, pageSize, startKey) {
        if (!(pageSize <= 1_000)) throw new RangeError('A page has at most 1000 keys')
        const keys: string[] = []
        const start = typeof startKey === 'string' && startKey !== '0x' ? startKey : prefix
        for (let key = next(prefix, start); key !== undefined; key = next(prefix, key)) {
          if (keys.length >= pageSize) break
          keys.push(key)
        }
        return keys
      },
    }
  }

  /** The storage as it was after a block, as one record. */
  whole(block: number): Record<string, Hex> {
    return Object.fromEntries(
      this.#keys.flatMap((key) => {
        const value = this.#read(key, block)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  }

  #read(key: string, block: number): Hex | undefined {
    const versions = this.#versions.get(key) ?? []
    for (let index = versions.length - 1; index >= 0; index -= 1) {
      const version = versions[index]
      if (version && version.since <= block) return version.value
    }
    return undefined
  }

  /** The index of the first key that is not before `key`. */
  #placeOf(key: string): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#keys[middle] ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }

  #placeAfter(key: string): number {
    const place = this.#placeOf(key)
    return this.#keys[place] === key ? place + 1 : place
  }
}
