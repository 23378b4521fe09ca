/**
 * Words of 32 bytes in the data of a call, at any offset, because data may be wrapped in data.
 * Places are indexes into its hex.
 */

/** The places of the data at which a number within the bounds may be, in order. */
export function placesOf(data: string, min: bigint, max: bigint, limit: number): readonly number[] {
  const [low, high] = [wordOf(min), wordOf(max)]
  const text = data.toLowerCase()
  const found: number[] = []
  for (let at = 2; at + 64 <= text.length && found.length < limit; at += 2) {
    const word = text.slice(at, at + 64)
    if (word >= low && word <= high) found.push(at)
  }
  return found
}

/** Replaces the number at a place of the data. */
export const withWord = (data: string, place: number, value: bigint): `0x${string}` =>
  `0x${data.slice(2, place)}${wordOf(value)}${data.slice(place + 64)}`

const wordOf = (value: bigint) => value.toString(16).padStart(64, '0')
