/**
 * Max proofs of a generation. When they are reached, no proof is accepted until the generation
 * ends, because a proof that is not recorded could be used again.
 */
const maxProofs = 200_000
/** Number of networks for which half of the memory is reserved. */
const networks = 1_000

/** Proofs that were used. */
export type Replays = {
  /**
   * Records a proof: `new`, `used` before, or `full` when no more can be recorded for this
   * network.
   * @param network the sender's network
   */
  note(proof: string, network: string): 'new' | 'used' | 'full'
}

/**
 * Records proofs in this process. While half of the memory is free, any network may use it. The
 * other half is shared by at least 1,000 networks, so that some dozens of networks that send at
 * full speed lock no other network out.
 * @param now milliseconds
 * @param skew milliseconds by which the time of a proof may be ahead or behind
 */
export function createReplays(now: () => number, skew: number, limit = maxProofs): Replays {
  const life = 2 * skew
  let recent = new Set<string>()
  let older = new Set<string>()
  let counts = new Map<string, number>()
  let since = now()
  return {
    note(proof, network) {
      const age = now() - since
      if (age >= life) {
        older = age >= 2 * life ? new Set() : recent
        recent = new Set()
        counts = new Map()
        since = now()
      }
      if (recent.has(proof) || older.has(proof)) return 'used'
      const own = counts.get(network) ?? 0
      if (
        recent.size >= limit ||
        (recent.size >= limit / 2 && own >= Math.max(1, limit / networks / 2))
      )
        return 'full'
      recent.add(proof)
      counts.set(network, own + 1)
      return 'new'
    },
  }
}
