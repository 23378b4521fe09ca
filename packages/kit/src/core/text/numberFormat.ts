/** The formats that were made, by language and options. */
const made = new Map<string, Intl.NumberFormat>()

/**
 * Returns the format of numbers in a language. It is made once, because making one takes longer than
 * formatting all numbers of a screen. The options must be few: each combination is kept.
 */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const known = made.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, options)
  made.set(key, format)
  return format
}
