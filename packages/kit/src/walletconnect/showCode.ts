import type { Clock } from '../core/clock.ts'
import { kitError } from '../core/errors.ts'

/** A code in front of a visitor. */
export type ShownCode = {
  /** Fires with the visitor's signal as long as the code is shown: what they do with the next one is no word on this one. */
  signal: AbortSignal
  isShown(): boolean
  /** Fails when another code takes its place. @throws KitError pairingExpired */
  over: Promise<never>
  /** Somebody approves: the code is not taken away any more. */
  hold(): void
}

/** Shows a code until `until` (milliseconds), or as long as somebody approves. */
export function showCode(clock: Clock, until: number, signal: AbortSignal | undefined): ShownCode {
  const giveUp = new AbortController()
  const onAbort = () => giveUp.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  let isShown = true
  let end: (reason: Error) => void = () => {}
  const over = new Promise<never>((_, reject) => (end = reject))
  const hold = clock.setTimeout(() => {
    isShown = false
    signal?.removeEventListener('abort', onAbort)
    end(kitError('pairingExpired'))
  }, Math.max(0, until - clock.now()))
  return { signal: giveUp.signal, isShown: () => isShown, over, hold }
}
