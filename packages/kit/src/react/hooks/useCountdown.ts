import { useEffect, useState } from 'react'
import { useKit } from './useKit.ts'

/** Counts down the whole seconds until a time in milliseconds; 0 when it has passed. */
export function useCountdown(until: number): number {
  const { clock } = useKit().context
  const [now, setNow] = useState(() => clock.now())
  const left = Math.max(0, Math.ceil((until - now) / 1_000))
  useEffect(
    () => (left > 0 ? clock.setTimeout(() => setNow(clock.now()), 1_000) : undefined),
    [left, clock, now],
  )
  useEffect(() => setNow(clock.now()), [until, clock])
  return left
}
