import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** Draws a device around the app if there is room. On a real phone it shows only the app. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="stage">
      <div className="device">
        <div className="display">
          <div className="status-bar" aria-hidden="true">
            <Clock />
            <span className="lens" />
            <svg viewBox="0 0 46 14" width="46" height="14">
              <path d="M1 9.500h3V13H1zM6 7h3v6H6zM11 4h3v9h-3zM16 1h3v12h-3z" />
              <rect x="24" y="1.500" width="19" height="11" rx="3.500" className="battery" />
              <rect x="26" y="3.500" width="13" height="7" rx="1.800" />
              <path d="M44.500 5.200v3.600c.8-.3 1.300-1 1.300-1.800s-.5-1.500-1.300-1.800Z" />
            </svg>
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}

function Clock() {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="clock">{time}</span>
}

const now = () => new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
