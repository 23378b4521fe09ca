import type { Shares } from './shares.ts'

/** An amount that a key holds, such as the bytes of an answer, until it ends or is cut. */
export type Holding = {
  /**
   * Takes more, if there is room or other holdings can be cut. @returns the limit that refused it.
   * An ended holding gets no more.
   */
  take(amount: number): 'taken' | 'each' | 'all'
  /** Protects it from now on from being cut. */
  protect(): void
  /** Returns everything. */
  end(): void
}

/**
 * Makes a holding of a key. `onCut` ends the thing that needs it, because its room goes to another
 * key.
 */
export type Holdings = { hold(key: string, onCut: () => void): Holding }

/**
 * Shares in which a key with a small amount always finds room. When everything is in use, the
 * oldest holdings of the largest key are cut, as long as that key has more than `factor` times the
 * amount of the new one. Keys with equal amounts do not cut each other, because then nothing would
 * ever finish: the new holding is refused instead.
 * @param factor higher for holdings that grow, because the work of a cut one is lost, and its
 * memory is freed later
 */
export function createHoldings(shares: Shares, factor = 2): Holdings {
  const room = createRoom(shares, factor)
  return { hold: (key, onCut) => new OneHolding(room, key, onCut) }
}

type Room = ReturnType<typeof createRoom>

function createRoom(shares: Shares, factor: number) {
  /** Holdings that can be cut, by key, the oldest first. */
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

/** A class, because every idle connection has one. */
class OneHolding implements Holding {
  readonly #room: Room
  readonly #key: string
  /** The function to call when it is cut; undefined when it can no longer be cut. */
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
