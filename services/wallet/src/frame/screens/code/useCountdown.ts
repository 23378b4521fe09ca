import { useEffect, useState } from 'react'

/**
 * Counts the seconds down to a time; 0 once it has passed.
 * @returns the seconds, and a function that starts again
 */
export function useCountdown(seconds: number): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const restart = (next: number) => {
    setNow(Date.now())
    setUntil(Date.now() + next * 1000)
  }
  return [Math.max(0, Math.ceil((until - now) / 1000)), restart]
}
