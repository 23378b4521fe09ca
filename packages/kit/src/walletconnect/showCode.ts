import type { Clock } from '../core/clock.ts'
import { kitError } from '../core/errors.ts'

/** A code that is shown to a visitor. */
export type ShownCode = {
  /**
   * Fires with the visitor's signal while this code is shown: an abort of the next code does not
   * end this one.
   */
  signal: AbortSignal
  isShown(): boolean
  /** Fails when the code is no longer to be shown. @throws KitError pairingExpired */
  over: Promise<never>
  /** Keeps the code open, because a wallet is approving it. */
  hold(): void
  /** Ends a code that no wallet can take. Without effect once it is held. */
  stop(): void
}

/** Shows a code until `until` (milliseconds), or as long as a wallet is approving it. */
export function showCode(clock: Clock, until: number, signal: AbortSignal | undefined): ShownCode {
  const giveUp = new AbortController()
  const onAbort = () => giveUp.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  let isShown = true
  let end: (reason: Error) => void = () => {}
  const over = new Promise<never>((_, reject) => (end = reject))
  const onOver = () => {
    isShown = false
    signal?.removeEventListener('abort', onAbort)
    end(kitError('pairingExpired'))
  }
  const cancel = clock.setTimeout(onOver, Math.max(0, until - clock.now()))
  let isHeld = false
  return {
    signal: giveUp.signal,
    isShown: () => isShown,
    over,
    hold() {
      isHeld = true
      cancel()
    },
    stop() {
      if (isHeld) return
      cancel()
      onOver()
      giveUp.abort()
    },
  }
}
