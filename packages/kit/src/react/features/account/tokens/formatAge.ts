const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Formats an age as "2 minutes ago". `difference` is in milliseconds, negative for the past. */
export function formatAge(difference: number, locale: string): string {
  const [unit, length] = units.find(([, ms]) => Math.abs(difference) >= ms) ?? ['second', 1_000]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    Math.trunc(difference / length),
    unit,
  )
}
