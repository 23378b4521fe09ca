/**
 * A shortened address, in the same form as on the kit's screens: the first 4 characters and the
 * last 6.
 */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-6)}`
}
