const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/

/**
 * Reads a time as milliseconds since 1970; undefined for an invalid text, or for a day or an hour
 * that does not exist. Leap seconds (`:60`) are not supported. RFC 3339, 5.6
 */
export function readInstant(text: string): number | undefined {
  const [
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
    second = 0,
    offsetHour = 0,
    offsetMinute = 0,
  ] = (form.exec(text) ?? []).slice(1).map((part) => Number(part ?? 0))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const isTime = hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60
  return form.test(text) && isDay && isTime ? Date.parse(text) : undefined
}
