import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/clock.ts'

/** Milliseconds between two looks at the page. */
const pause = 200

/**
 * Looks at the page again and again for as long as a reconnect waits for a wallet, because many
 * wallets put their provider there late and say so by no event. Calls back whenever `look` gives
 * another text than before. @returns its end
 */
export function watchLegacyWallets({
  clock,
  readIds: look,
  onChange,
}: {
  clock: Clock
  readIds: () => string
  onChange: () => void
}): () => void {
  const end = clock.now() + times.maxAnnouncementWait
  let before = look()
  let cancel = next()
  function next(): () => void {
    return clock.setTimeout(() => {
      const ids = look()
      if (clock.now() < end) cancel = next()
      if (ids === before) return
      before = ids
      onChange()
    }, pause)
  }
  return () => cancel()
}
