/** The limits of an amount: for each key, and for all keys together. */
export type ShareLimits = { each: number; all: number }

/** Counts how much each key uses. A key that uses nothing takes no memory. */
export type Shares = {
  /** Takes an amount for a key, if there is room. @returns the limit that refused it */
  take(key: string, amount?: number): 'taken' | 'each' | 'all'
  /**
   * Takes an amount even if there is no room, because it can no longer be refused.
   * @returns the limit that is now exceeded. It is `all` only if the key uses at least the average,
   *   so that keys that use little can continue
   */
  add(key: string, amount: number): 'within' | 'each' | 'all'
  give(key: string, amount?: number): void
  held(key: string): number
  /**
   * Returns the key that uses the most, or one that uses at least half as much; undefined if no key
   * uses anything. It takes the same time for any number of keys.
   */
  largestKey(): string | undefined
  readonly all: number
}

/** Creates shares of which nothing is in use. */
export function createShares(limits: ShareLimits): Shares {
  const held = new Map<string, number>()
  /** The keys, by the largest power of two that is not above their amount. */
  const powers = new Map<number, Set<string>>()
  let all = 0

  function move(key: string, from: number, to: number): void {
    const [before, after] = [powerOf(from), powerOf(to)]
    if (before === after) return
    const own = powers.get(before)
    own?.delete(key)
    if (own?.size === 0) powers.delete(before)
    if (to > 0) powers.set(after, (powers.get(after) ?? new Set()).add(key))
  }

  function change(key: string, by: number): void {
    const before = held.get(key) ?? 0
    const left = Math.max(0, before + by)
    if (left > 0) held.set(key, left)
    else held.delete(key)
    move(key, before, left)
    all = Math.max(0, all + by)
  }

  return {
    take(key, amount = 1) {
      if ((held.get(key) ?? 0) + amount > limits.each) return 'each'
      if (all + amount > limits.all) return 'all'
      change(key, amount)
      return 'taken'
    },
    add(key, amount) {
      change(key, amount)
      if ((held.get(key) ?? 0) > limits.each) return 'each'
      return all > limits.all && (held.get(key) ?? 0) * held.size >= all ? 'all' : 'within'
    },
    give: (key, amount = 1) => change(key, -amount),
    held: (key) => held.get(key) ?? 0,
    largestKey() {
      const [first] = powers.get(Math.max(...powers.keys())) ?? []
      return first
    },
    get all() {
      return all
    },
  }
}

const powerOf = (amount: number) => (amount > 0 ? Math.floor(Math.log2(amount)) : -Infinity)
