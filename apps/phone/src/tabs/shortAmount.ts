/**
 * Formats a decimal amount with at most 4 decimals, cut and not rounded, so that it never shows
 * more than the account has.
 */
export function shortAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const shownDigits = fraction.slice(0, 4).replace(/0+$/, '')
  if (whole === '0' && shownDigits === '' && /[1-9]/.test(fraction)) return '<0.0001'
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (shownDigits && `.${shownDigits}`)
}
