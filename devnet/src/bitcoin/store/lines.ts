/** A line of a stored chain. The first line is the head; the others are what happened, in order. */
export type Line =
  | { kind: 'head'; version: 1; bakeId: string }
  /** A transaction was accepted into the mempool. `time`: in seconds since 1970. */
  | { kind: 'transaction'; time: number; hex: string }
  /** A block was added at the tip. */
  | { kind: 'block'; hex: string }
  /** The block at the tip was removed. */
  | { kind: 'disconnect' }
  /** A waiting transaction was removed. */
  | { kind: 'drop'; txid: string }
