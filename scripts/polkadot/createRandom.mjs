/**
 * Generated values that a seed repeats (mulberry32).
 * - `below`: a whole number below a limit
 * - `pick`: one of a list
 * - `bytes`: so many bytes
 * - `big`: a bigint of up to so many bits, small and round ones more often
 * - `text`: a text of up to so many characters
 */
export function createRandom(seed) {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit) => Math.floor(next() * limit)
  const pick = (list) => list[below(list.length)]
  const bytes = (length) => Uint8Array.from({ length }, () => below(256))
  const letters = [
    ...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 .-_:,<>@%"\'éßЖ漢字😀\u0000\n\u202e',
  ]
  return {
    below,
    pick,
    bytes,
    big(bits) {
      const used = 1 + below(bits)
      const value = bytes(Math.ceil(used / 8)).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
      const cut = value & ((1n << BigInt(used)) - 1n)
      return below(4) === 0 ? (1n << BigInt(used)) - 1n : cut
    },
    text: (max) => Array.from({ length: below(max + 1) }, () => pick(letters)).join(''),
  }
}
