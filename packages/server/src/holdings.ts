import type { Shares } from './shares.ts'

/** An amount that a key uses, such as the bytes of an answer, until the holding ends or is cut. */
export type Holding = {
  /**
   * Takes a further amount, if there is room, or if holdings of other keys can be cut.
   * @returns the limit that refused it; an ended holding is always refused
   */
  take(amount: number): 'taken' | 'each' | 'all'
  /** From now on, the holding cannot be cut. */
  protect(): void
  /** Gives everything back. */
  end(): void
}

/**
 * Creates a holding for a key. If its room is needed for another key, `onCut` is called; it must
 * end whatever uses the holding.
 */
export type Holdings = { hold(key: string, onCut: () => void): Holding }

/**
 * Creates holdings in which a key that uses little usually finds room. If everything is in use, the
 * oldest holdings of the largest key are cut, as long as this key uses more than `factor` times as
 * much as the new holding's key would. Keys that use about the same amount do not cut each other,
 * because then none would ever finish; the new holding is refused instead.
 * @param factor use a higher one for holdings that grow: the work of a cut holding is lost, and its
 *   memory is freed only later
 */
export function createHoldings(shares: Shares, factor = 2): Holdings {
  const room = createRoom(shares, factor)
  return { hold: (key, onCut) => new OneHolding(room, key, onCut) }
}

type Room = ReturnType<typeof createRoom>

function createRoom(shares: Shares, factor: number) {
  /** The holdings that can be cut, by key, the oldest first. */
  const open = new Map<string, Set<OneHolding>>()
  return {
    enter(key: string, holding: OneHolding): void {
      const own = open.get(key) ?? new Set()
      open.set(key, own.add(holding))
    },
    leave(key: string, holding: OneHolding): void {
      const own = open.get(key)
      own?.delete(holding)
      if (own?.size === 0) open.delete(key)
    },
    take(key: string, amount: number): 'taken' | 'each' | 'all' {
      for (;;) {
        const found = shares.take(key, amount)
        if (found !== 'all') return found
        const largest = shares.largestKey()
        if (largest === undefined || shares.held(largest) <= factor * (shares.held(key) + amount))
          return 'all'
        const [oldest] = open.get(largest) ?? []
        if (!oldest) return 'all'
        oldest.cut()
      }
    },
    give: shares.give,
  }
}

/** It is a class to save memory, because every idle connection has a holding. */
class OneHolding implements Holding {
  readonly #room: Room
  readonly #key: string
  /** Called when the holding is cut; undefined if it cannot be cut. */
  #onCut: (() => void) | undefined
  #held = 0
  #hasEnded = false

  constructor(room: Room, key: string, onCut: () => void) {
    this.#room = room
    this.#key = key
    this.#onCut = onCut
    room.enter(key, this)
  }

  take(amount: number): 'taken' | 'each' | 'all' {
    if (this.#hasEnded) return 'all'
    const found = this.#room.take(this.#key, amount)
    if (found === 'taken') this.#held += amount
    return found
  }

  protect(): void {
    this.#onCut = undefined
    this.#room.leave(this.#key, this)
  }

  end(): void {
    this.#room.leave(this.#key, this)
    if (this.#held > 0) this.#room.give(this.#key, this.#held)
    this.#held = 0
    this.#hasEnded = true
  }

  cut(): void {
    const onCut = this.#onCut
    this.end()
    onCut?.()
  }
}
