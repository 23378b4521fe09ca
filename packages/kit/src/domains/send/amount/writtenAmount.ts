import { groupsOf } from './parseAmount.ts'

/**
 * Formats a decimal string as a visitor would type it, so that the kit can enter it in a field.
 * `parseAmount` reads the same amount from it. If three decimals could be read as thousands
 * (`1,234` in `en-DE`), a zero is added.
 * @param locale BCP 47
 */
export function writtenAmount(quantity: string, locale: string): string {
  const separator =
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')
      ?.value ?? '.'
  const text = quantity.replace('.', separator)
  return /\.\d{3}$/.test(quantity) && groupsOf(locale).includes(separator) ? `${text}0` : text
}
