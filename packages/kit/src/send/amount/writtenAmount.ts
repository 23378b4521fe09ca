import { groupsOf } from './parseAmount.ts'

/**
 * A decimal string as a visitor would type it, for the kit to write it into a field: `parseAmount`
 * reads it as the same amount. Where three decimals could be thousands (`1,234` in `en-DE`), a zero
 * follows them.
 * @param locale BCP 47
 */
export function writtenAmount(quantity: string, locale: string): string {
  const separator =
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')
      ?.value ?? '.'
  const text = quantity.replace('.', separator)
  return /\.\d{3}$/.test(quantity) && groupsOf(locale).includes(separator) ? `${text}0` : text
}
