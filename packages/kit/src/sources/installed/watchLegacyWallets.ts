import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/page/clock.ts'

/** Milliseconds between two checks of the page. */
const pause = 200

/**
 * Checks the page repeatedly for 3 s, because many wallets set their provider late and emit no
 * event. A reconnect waits for a wallet for the same time. Calls `onChange` whenever `readIds`
 * returns another text.
 * @returns the function that stops it
 */
export function watchLegacyWallets({
  clock,
  readIds,
  onChange,
}: {
  clock: Clock
  readIds: () => string
  onChange: () => void
}): () => void {
  const end = clock.now() + times.maxAnnouncementWait
  let before = readIds()
  let cancel = next()
  function next(): () => void {
    return clock.setTimeout(() => {
      const ids = readIds()
      if (clock.now() < end) cancel = next()
      if (ids === before) return
      before = ids
      onChange()
    }, pause)
  }
  return () => cancel()
}
