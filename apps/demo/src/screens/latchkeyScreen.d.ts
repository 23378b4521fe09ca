import type { Kit } from 'latchkey'
import type { ManualClock } from 'latchkey/testing'

declare global {
  interface Window {
    /** The kit of the screen that is shown, for tests: they change its language and theme. */
    latchkeyScreen?: Kit & { clock: ManualClock; storage: Pick<Storage, 'getItem'> }
  }
}
