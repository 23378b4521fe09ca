import { fill } from '../../ui/fill.ts'
import type { messages } from './messages.ts'

/** Formats milliseconds in the largest unit of which there are at least two: 24 h, 90 min, 20 s. */
export function formatDuration(milliseconds: number, words: (typeof messages)['texts']): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds >= 2 * 3600) return fill(words.hours, { count: Math.ceil(seconds / 3600) })
  return seconds >= 120
    ? fill(words.minutes, { count: Math.ceil(seconds / 60) })
    : fill(words.seconds, { count: seconds })
}

/** Formats milliseconds as a clock: 23:59:08, or 4:05 below an hour. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
