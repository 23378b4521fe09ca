import { secondsOf, tipOf } from './createChain.ts'
import type { Chain } from './types.ts'

/**
 * After so many blocks without transactions, the next empty block comes only after `pause` seconds,
 * so that a chain without users does not grow for ever.
 */
const quiet = { blocks: 12, pause: 600 }

/** The timer that mines blocks. It can be stopped. */
export type Pace = { hold(): void; resume(): void }

/** Creates the timer of a chain. It does not run before `resume` is called. */
export function createPace(chain: Chain, mine: () => void, blockMs: number): Pace {
  let timer: NodeJS.Timeout | undefined
  const hold = () => clearInterval(timer)
  const resume = () => {
    hold()
    timer = setInterval(() => {
      if (!isQuiet(chain)) mine()
    }, blockMs)
    timer.unref()
  }
  return { hold, resume }
}

/** Whether the next block has time. */
export function isQuiet(chain: Chain): boolean {
  const { mempool, blocks } = chain
  const newest = blocks.slice(-quiet.blocks)
  return (
    mempool.size === 0 &&
    newest.every(({ transactions }) => transactions.length <= 1) &&
    secondsOf(chain) - tipOf(chain).time < quiet.pause
  )
}
