import { wordDigits } from './words.ts'

/** Reads words of the ABI by their place in bytes. Everything beyond the end is undefined. */
export type WordReader = ReturnType<typeof createWordReader>

/** @param text hex digits without `0x` */
export function createWordReader(text: string) {
  const digits = (place: number): string | undefined => {
    const word = text.slice(2 * place, 2 * place + wordDigits)
    return word.length === wordDigits ? word : undefined
  }
  /** A number below 2^32: no place or length is larger. */
  const number = (place: number): number | undefined => {
    const word = digits(place)
    return word?.startsWith('0'.repeat(56)) ? Number.parseInt(word, 16) : undefined
  }
  /** The digits of bytes with their length in front. */
  const bytes = (place: number): string | undefined => {
    const length = number(place)
    if (length === undefined) return undefined
    const start = 2 * (place + 32)
    const found = text.slice(start, start + 2 * length)
    return found.length === 2 * length ? found : undefined
  }
  return { digits, number, bytes }
}
