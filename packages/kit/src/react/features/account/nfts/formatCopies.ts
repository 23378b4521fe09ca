/** More than this nobody reads. */
const most = 999_000_000_000_000n

/** How many copies there are, as short as it can be told: `×3`, `×1.2K`. `amount` is a whole number as a decimal string. */
export function formatCopies(amount: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' } as Intl.NumberFormatOptions) // ES2023
  const copies = BigInt(amount)
  return copies > most ? `>${format.format(most)}` : `×${format.format(copies)}`
}
