import type { Chain } from '../chain/types.ts'
import type { Answer } from './answer.ts'

/** What routes work on. */
export type EsploraSide = { chain: Chain }

/** A path, and the function that answers it. It gets the groups of the pattern. */
export type Route = readonly [
  pattern: RegExp,
  answer: (side: EsploraSide, ...groups: (string | undefined)[]) => Answer,
]
