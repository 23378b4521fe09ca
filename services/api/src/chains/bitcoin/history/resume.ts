/**
 * Where the walk through an address's transactions continues: below the block of the transaction
 * `txid`. `older`: how many transactions of the address are in lower blocks.
 */
export type Resume = { txid: string; older: number }

const form = /^([0-9a-f]{64})\.(\d{1,9})$/

/** Writes the places of an account's addresses, in their order; `-` for the top. */
export const writeResume = (places: readonly (Resume | undefined)[]): string =>
  places.map((place) => (place ? `${place.txid}.${place.older}` : '-')).join(',')

/** Reads the places of `count` addresses. A text in another form means the top. */
export function readResume(
  text: string | undefined,
  count: number,
): readonly (Resume | undefined)[] {
  const parts = text?.split(',') ?? []
  return Array.from({ length: count }, (_, index) => {
    const [, txid, older] = (parts.length === count && form.exec(parts[index] ?? '')) || []
    return txid !== undefined && older !== undefined ? { txid, older: Number(older) } : undefined
  })
}
