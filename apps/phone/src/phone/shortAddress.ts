/** Shortens an address as the kit's screens do: the first 4 characters and the last 6. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-6)}`
}
