/** An amount in the smallest unit as an exact decimal string of whole tokens, without zeros at its end. */
export function decimalOf(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  return fraction ? `${digits.slice(0, at)}.${fraction}` : digits.slice(0, at)
}
