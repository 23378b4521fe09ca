import type { Clock } from '../../core/page/clock.ts'
import { kitError } from '../../core/errors/errors.ts'

/** A code that is shown to a visitor. */
export type ShownCode = {
  /**
   * Fires on `stop`, and when the visitor's signal does, but only while this code is shown. After
   * that, an abort by the visitor belongs to a later code.
   */
  signal: AbortSignal
  isShown(): boolean
  /**
   * Fails when the code may no longer be shown.
   * @throws KitError pairingExpired
   */
  ended: Promise<never>
  /** Keeps the code open, because a wallet is approving it. */
  keepOpen(): void
  /** Ends the code, because no wallet can accept it. Has no effect after `keepOpen`. */
  stop(): void
}

/**
 * Makes the state of a code that is shown until `until` (milliseconds), or longer if `keepOpen` is
 * called.
 */
export function showCode(clock: Clock, until: number, signal: AbortSignal | undefined): ShownCode {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  let isShown = true
  let end: (reason: Error) => void = () => {}
  const ended = new Promise<never>((_, reject) => (end = reject))
  const onOver = () => {
    isShown = false
    signal?.removeEventListener('abort', onAbort)
    end(kitError('pairingExpired'))
  }
  const cancel = clock.setTimeout(onOver, Math.max(0, until - clock.now()))
  let staysOpen = false
  return {
    signal: controller.signal,
    isShown: () => isShown,
    ended,
    keepOpen() {
      staysOpen = true
      cancel()
    },
    stop() {
      if (staysOpen) return
      cancel()
      onOver()
      controller.abort()
    },
  }
}
