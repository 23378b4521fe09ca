import type { Tip } from './atOneTip.ts'

/** Blocks by which a node may be behind. Nodes do not learn of a block at the same moment. */
const tolerance = 2
/** Milliseconds for which a height is remembered after a node has shown it. */
const memory = 3_600_000

/** Remembers how long a chain was, so that a node that is behind is not used. */
export type TipWatch = {
  isRecent(height: number): boolean
  /**
   * Remembers the height of a chain whose answers were used. A height that only one of several
   * nodes has shown is not remembered: if it is invented, all other nodes would seem to be behind.
   */
  saw(found: { tip: Tip; isAgreed?: true }): void
}

/**
 * Makes the watch of one chain.
 * @param options.nodes the number of the chain's nodes
 * @param options.now milliseconds
 */
export function createTipWatch({ nodes, now }: { nodes: number; now: () => number }): TipWatch {
  let highest = 0
  let seenAt = -Infinity
  const isRemembered = () => now() - seenAt < memory
  return {
    isRecent: (height) => !isRemembered() || height >= highest - tolerance,
    saw({ tip: { height }, isAgreed }) {
      if (nodes > 1 && !isAgreed) return
      if (isRemembered() && height < highest) return
      highest = height
      seenAt = now()
    },
  }
}
