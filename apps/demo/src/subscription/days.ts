/** The seconds of a day outside the demo. */
const realDay = 86_400

/** What a visitor has to know about the demo's days. Undefined if they are as long as days are. */
export function noteOnDays(day: number): string | undefined {
  if (day === realDay) return undefined
  const minutes = day / 60
  const length =
    minutes === 1 ? 'a minute' : Number.isInteger(minutes) ? `${minutes} minutes` : `${day} seconds`
  return `In this demo a day lasts ${length}, so that you see the next loaf.`
}

/** A time of day, with the date if it is another day. `second` is since 1970. */
export function timeOf(second: number, now = new Date()): string {
  const time = new Date(second * 1_000)
  const isToday = time.toDateString() === now.toDateString()
  return isToday
    ? time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
