import { parseUnits } from 'viem'

/**
 * Converts a typed amount to the token's smallest unit. Undefined if the text is not a positive
 * number, or has more than 30 digits before the decimal point or more decimals than the token. A
 * comma counts as a decimal point.
 */
export function readAmount(text: string, decimals: number): bigint | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,30}(\.\d+)?$/.test(plain)) return undefined
  const fraction = plain.split('.')[1] ?? ''
  const amount = fraction.length > decimals ? 0n : parseUnits(plain, decimals)
  return amount > 0n ? amount : undefined
}

/**
 * Formats a decimal string for display: at most `digits` decimals, cut and not rounded, so that it
 * never shows more than the account has. A smaller amount than it can show is `<0.0001`.
 */
export function showAmount(quantity: string, digits = 4): string {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const shownDigits = fraction.slice(0, digits).replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  if (whole === '0' && shownDigits === '' && /[1-9]/.test(fraction))
    return `<0.${'0'.repeat(digits - 1)}1`
  return shownDigits ? `${grouped}.${shownDigits}` : grouped
}

/** Shortens an address as the kit's screens do: the first 4 characters and the last 6. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-6)}`
}
