/** How much of something there may be at once: for one key, and in all. */
export type ShareLimits = { each: number; all: number }

/** Counts what each key holds at the moment. Only what is held is remembered. */
export type Shares = {
  /** Takes so much for a key where there is room; says what had none. */
  take(key: string, amount?: number): 'taken' | 'each' | 'all'
  /**
   * The same without a limit, for what cannot be refused any more; says what is exceeded now. When it is what all may hold, only those
   * who hold as much as the others on average are told so: who holds little goes on.
   */
  add(key: string, amount: number): 'within' | 'each' | 'all'
  give(key: string, amount?: number): void
  held(key: string): number
  readonly all: number
}

export function createShares(limits: ShareLimits): Shares {
  const held = new Map<string, number>()
  let all = 0

  function change(key: string, by: number): void {
    const left = Math.max(0, (held.get(key) ?? 0) + by)
    if (left > 0) held.set(key, left)
    else held.delete(key)
    all = Math.max(0, all + by)
  }

  return {
    take(key, amount = 1) {
      if (all + amount > limits.all) return 'all'
      if ((held.get(key) ?? 0) + amount > limits.each) return 'each'
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
    get all() {
      return all
    },
  }
}
