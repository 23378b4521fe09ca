/**
 * How much space each client or account uses in a store. A share is the space that one of them
 * uses.
 */
export type Shares = {
  add(share: string, key: string, size: number): void
  remove(share: string, key: string, size: number): void
  /**
   * The oldest key of the largest share. If several shares have a similar size, the one is used
   * that has not changed for the longest time. Undefined if there are no keys.
   */
  oldestOfLargest(): string | undefined
}

/**
 * Creates a counter of the usage by share. Shares of similar size (the same power of two) are in
 * one class, so that each operation is fast with any number of shares.
 */
export function createShares(): Shares {
  const shares = new Map<string, { size: number; keys: Set<string> }>()
  const classes = new Map<number, Set<string>>()
  const classOf = (size: number) => Math.floor(Math.log2(size))
  const leave = (share: string, size: number) => {
    const own = classes.get(classOf(size))
    own?.delete(share)
    if (own?.size === 0) classes.delete(classOf(size))
  }
  const enter = (share: string, size: number) => {
    const own = classes.get(classOf(size)) ?? new Set()
    classes.set(classOf(size), own.add(share))
  }
  return {
    add(share, key, size) {
      const own = shares.get(share) ?? { size: 0, keys: new Set() }
      if (own.size > 0) leave(share, own.size)
      own.size += size
      own.keys.add(key)
      shares.set(share, own)
      enter(share, own.size)
    },
    remove(share, key, size) {
      const own = shares.get(share)
      if (!own?.keys.delete(key)) return
      leave(share, own.size)
      own.size -= size
      if (own.keys.size === 0) shares.delete(share)
      else enter(share, own.size)
    },
    oldestOfLargest() {
      const [share] = classes.get(Math.max(...classes.keys())) ?? []
      const [key] = (share === undefined ? undefined : shares.get(share)?.keys) ?? []
      return key
    },
  }
}
