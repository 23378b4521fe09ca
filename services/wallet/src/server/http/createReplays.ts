/** Proofs of a generation; beyond it no proof is accepted until the generation is over, because one that was forgotten could be used again. */
const most = 200_000
/** Proofs that were used. */
export type Replays = {
  /** Remembers a proof: `new`, or `used` before, or `full` when no more can be remembered. */
  note(proof: string): 'new' | 'used' | 'full'
}

/** @param now milliseconds @param skew milliseconds by which the time of a proof may be ahead or behind */
export function createReplays(now: () => number, skew: number, limit = most): Replays {
  const life = 2 * skew
  let recent = new Set<string>()
  let older = new Set<string>()
  let since = now()
  return {
    note(proof) {
      const age = now() - since
      if (age >= life) {
        older = age >= 2 * life ? new Set() : recent
        recent = new Set()
        since = now()
      }
      if (recent.has(proof) || older.has(proof)) return 'used'
      if (recent.size >= limit) return 'full'
      recent.add(proof)
      return 'new'
    },
  }
}
