import { useEffect, useState } from 'react'

/**
 * Seconds until a time that was set; 0 once it has passed. @returns the seconds, and what sets the
 * time anew
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
