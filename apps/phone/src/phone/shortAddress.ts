/** A shortened address: the first 6 characters and the last 4. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
