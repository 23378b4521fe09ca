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
 * as long as that is more than `enough` times what the other one would have. Keys that hold alike do not cut each other, because nothing would
 * ever come to its end: then the one that comes is refused.
 * @param enough higher for what grows while it is held: what is cut in between was in vain, and takes memory until it is gone
 */
export function createHoldings(shares: Shares, enough = 2): Holdings {
  const room = createRoom(shares, enough)
  return { hold: (key, onCut) => new OneHolding(room, key, onCut) }
}

type Room = ReturnType<typeof createRoom>

function createRoom(shares: Shares, enough: number) {
  /** What can be cut, by key, the oldest first. */
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
        const most = shares.most()
        if (most === undefined || shares.held(most) <= enough * (shares.held(key) + amount)) return 'all'
        const [oldest] = open.get(most) ?? []
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
  /** Undefined when it is not cut any more. */
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

  keep(): void {
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
