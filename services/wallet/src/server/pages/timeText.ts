/** A time for people, such as `23 Nov 2026, 16:54 UTC`. @param at milliseconds since 1970 */
export function timeText(at: number): string {
  const [day, clock] = ['date', 'clock'].map((part) => new Intl.DateTimeFormat('en-GB', part === 'date' ? { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(at))
  return `${day}, ${clock} UTC`
}
