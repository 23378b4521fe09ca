/** An item with its time, in milliseconds since 1970. */
type Timed = { at: number }

/** Entries of one month of the calendar. */
export type Month<entry> = {
  /**
   * Year and month, such as `2026-01`: of the Gregorian calendar, or of the language's own calendar
   * if its months are not the Gregorian months.
   */
  id: string
  /** The month's name, with the year if it is another year (docs/contracts/product.md#history). */
  title: string
  entries: readonly entry[]
}

type GroupingOptions = {
  /** A BCP 47 language tag. */
  locale: string
  /** An IANA time zone. @default the device's time zone */
  timeZone?: string
  /** The current time, in milliseconds since 1970. */
  now: number
}

/** Calendars with the Gregorian months. Some of them count the years differently. */
const gregorian = ['gregory', 'buddhist', 'japanese', 'roc']

/** Groups entries, which are sorted newest first, by calendar month in the time zone. */
export function groupByMonth<entry extends Timed>(
  entries: readonly entry[],
  { locale, timeZone, now }: GroupingOptions,
): readonly Month<entry>[] {
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone })
  const withYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone })
  const spoken = monthName.resolvedOptions().calendar
  const calendar = gregorian.includes(spoken) ? 'gregory' : spoken
  const plain = new Intl.DateTimeFormat('en', {
    calendar,
    year: 'numeric',
    month: '2-digit',
    timeZone,
  })
  const idOf = (at: number) => {
    // the fast case: the same id, without formatting a date
    if (timeZone === undefined && calendar === 'gregory') return localId(new Date(at))
    const parts = plain.formatToParts(at)
    return `${partOf(parts, 'year')}-${partOf(parts, 'month')}`
  }
  const year = idOf(now).split('-')[0]
  const months: Month<entry>[] = []
  for (let start = 0; start < entries.length; ) {
    const at = entries[start]?.at ?? 0
    const id = idOf(at)
    const end = endOf(entries, start, (candidate) => idOf(candidate.at) === id)
    months.push({
      id,
      title: (id.startsWith(`${year}-`) ? monthName : withYear).format(at),
      entries: entries.slice(start, end),
    })
    start = end
  }
  return months
}

/**
 * Returns the index after the last entry that is in the same month as the entry at `start`. It
 * looks at few entries, because formatting a date is slow, and there may be a hundred thousand
 * entries.
 */
function endOf<entry extends Timed>(
  entries: readonly entry[],
  start: number,
  belongs: (entry: entry) => boolean,
): number {
  const isIn = (index: number) => {
    const entry = entries[index]
    return entry !== undefined && belongs(entry)
  }
  let inside = start
  let step = 1
  while (isIn(inside + step)) {
    inside += step
    step *= 2
  }
  let outside = Math.min(inside + step, entries.length)
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (isIn(middle)) inside = middle
    else outside = middle
  }
  return outside
}

const localId = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
const partOf = (parts: readonly Intl.DateTimeFormatPart[], type: Intl.DateTimeFormatPartTypes) =>
  parts.find((part) => part.type === type)?.value ?? ''
