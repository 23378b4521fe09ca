/**
 * Finds and replaces numbers in the data of a call. A number is a word of 32 bytes. It may be at
 * any offset, because call data may be wrapped in other call data. A place is an index into the hex
 * text.
 */

/**
 * Returns the places at which the data contains a number from `min` to `max`, up to `limit` places.
 */
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

/** Returns the data with another number at a place. */
export const withWord = (data: string, place: number, value: bigint): `0x${string}` =>
  `0x${data.slice(2, place)}${wordOf(value)}${data.slice(place + 64)}`

const wordOf = (value: bigint) => value.toString(16).padStart(64, '0')
