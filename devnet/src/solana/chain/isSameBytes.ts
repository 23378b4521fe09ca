/** Whether two byte strings are equal. */
export function isSameBytes(first: Uint8Array, second: Uint8Array): boolean {
  return first.length === second.length && Buffer.compare(first, second) === 0
}
