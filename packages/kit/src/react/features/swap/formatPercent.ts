/** Formats a percentage with at most two decimals. A positive one below 0.01 becomes "<0.01 %". */
export function formatPercent(percent: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const isTiny = percent > 0 && percent < 0.01
  return (
    (isTiny ? '<' : '') +
    format.format((isTiny ? 0.01 : percent) / 100).replace(/[\u200e\u200f\u061c]/g, '')
  )
}
