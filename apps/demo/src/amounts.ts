import { parseUnits } from 'viem'

/**
 * A typed amount in the smallest unit. Undefined for no number, zero, or more digits than the
 * token's. A comma counts as a point.
 */
export function readAmount(text: string, decimals: number): bigint | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,30}(\.\d+)?$/.test(plain)) return undefined
  const fraction = plain.split('.')[1] ?? ''
  const amount = fraction.length > decimals ? 0n : parseUnits(plain, decimals)
  return amount > 0n ? amount : undefined
}

/**
 * A decimal string for display: at most `digits` after the point, cut and not rounded, so that it
 * never shows more than the account has.
 */
export function showAmount(quantity: string, digits = 4): string {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const shownDigits = fraction.slice(0, digits).replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  if (whole === '0' && shownDigits === '' && /[1-9]/.test(fraction))
    return `<0.${'0'.repeat(digits - 1)}1`
  return shownDigits ? `${grouped}.${shownDigits}` : grouped
}

/** A shortened address, as the kit's screens have it: the first 4 characters and the last 6. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-6)}`
}
