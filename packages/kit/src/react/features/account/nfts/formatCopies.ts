/** The maximum number of copies that is shown; a larger number is shown as more than this. */
const maxCopies = 999_000_000_000_000n

/**
 * Formats the number of copies in short form: `×3`, `×1.2K`. `amount` is a decimal string without a
 * fraction.
 */
export function formatCopies(amount: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions) // `roundingMode` is ES2023
  const copies = BigInt(amount)
  return copies > maxCopies ? `>${format.format(maxCopies)}` : `×${format.format(copies)}`
}
