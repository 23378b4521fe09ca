/** The formats that were made, by language and options. */
const made = new Map<string, Intl.NumberFormat>()

/**
 * Returns the format of numbers in a language, or in that of the browser. It is made once, because
 * making one takes longer than formatting all numbers of a screen. Each combination of options is
 * kept, so they must be few.
 */
export function numberFormat(
  locale: string | undefined,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const known = made.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, options)
  made.set(key, format)
  return format
}
