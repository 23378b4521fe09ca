import { unknownState, type IndexState } from '../chainIndex/chainIndex.ts'

/**
 * What there is to say about the index of a chain. `indexing`: it has not been complete yet, other services' histories are told.
 * `complete`: its history is told. `behind`: it is told, but the newest blocks are missing or may be, because no node has shown since the
 * start that they are not, or nodes do not answer; its answers say so. `alarm`: nodes show another chain, and its history is not told.
 */
export type ChainHealth = 'indexing' | 'complete' | 'behind' | 'alarm'

/** Hears what becomes of a chain's index, and says how it is. */
export type ChainStatus = {
  stands(state: IndexState): void
  seen(newest: number): void
  reached(head: number): void
  /** This process follows the chain from now on, or a step of it has ended without an error. */
  stepped(): void
  /** Another process follows the chain. */
  waits(): void
  health(): ChainHealth
}

/** Milliseconds without a step after which nodes do not answer, at least, and how many pauses between two steps that are. */
const silence = { least: 60_000, pauses: 3 }

/** @param options.lag blocks behind the newest that are many. @param options.pollEvery milliseconds between two steps */
export function createChainStatus({ lag, pollEvery = 0, now }: { lag: number; pollEvery?: number; now: () => number }): ChainStatus {
  const silent = Math.max(silence.least, silence.pauses * pollEvery)
  let state = unknownState
  let newest = 0
  let head = 0
  let steppedAt: number | undefined
  return {
    stands: (next) => void (state = next),
    seen: (number) => void (newest = number),
    reached: (number) => void (head = number),
    stepped: () => void (steppedAt = now()),
    waits: () => void (steppedAt = undefined),
    health() {
      if (state.isAlarmed) return 'alarm'
      if (!state.isComplete) return 'indexing'
      return !state.isConfirmed || newest - head > lag || (steppedAt !== undefined && now() - steppedAt > silent) ? 'behind' : 'complete'
    },
  }
}
