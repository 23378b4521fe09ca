import type { Shares } from './shares.ts'

/** Something of which a key holds so much, such as an answer its bytes, until it ends or is cut. */
export type Holding = {
  /** Takes so much more, where there is room or can be made; says what had none. After the end there is none. */
  take(amount: number): 'taken' | 'each' | 'all'
  /** From here on it is not cut any more. */
  keep(): void
  /** Gives everything back. */
  end(): void
}

/** Makes a holding of a key. `onCut` ends what it stands for: its room goes to another key. */
export type Holdings = { hold(key: string, onCut: () => void): Holding }

/**
 * Shares in which one key with little always finds room. When everything is held, the oldest holdings of the key that holds most are cut,
 * as long as that is more than twice what the other one would have. Keys that hold alike do not cut each other, because nothing would
 * ever come to its end: then the one that comes is refused.
 */
export function createHoldings(shares: Shares): Holdings {
  /** What can be cut, by key, the oldest first. */
  const open = new Map<string, Set<() => void>>()

  function leave(key: string, cut: () => void): void {
    const own = open.get(key)
    own?.delete(cut)
    if (own?.size === 0) open.delete(key)
  }

  function take(key: string, amount: number): 'taken' | 'each' | 'all' {
    for (;;) {
      const found = shares.take(key, amount)
      if (found !== 'all') return found
      const most = shares.most()
      if (most === undefined || shares.held(most) <= 2 * (shares.held(key) + amount)) return 'all'
      const [cutOldest] = open.get(most) ?? []
      if (!cutOldest) return 'all'
      cutOldest()
    }
  }

  return {
    hold(key, onCut) {
      let held = 0
      let hasEnded = false
      const end = () => {
        leave(key, cut)
        if (held > 0) shares.give(key, held)
        held = 0
        hasEnded = true
      }
      const cut = () => {
        end()
        onCut()
      }
      const own = open.get(key) ?? new Set()
      open.set(key, own.add(cut))
      return {
        take(amount) {
          if (hasEnded) return 'all'
          const found = take(key, amount)
          if (found === 'taken') held += amount
          return found
        },
        keep: () => leave(key, cut),
        end,
      }
    },
  }
}
