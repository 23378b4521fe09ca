import { normalize } from 'viem/ens'

/** A name in its normalized form, or undefined for an invalid name. Source: ENSIP-15 */
export function plainName(text: string): string | undefined {
  try {
    return normalize(text)
  } catch {
    return undefined // characters that are not allowed in names
  }
}

/** Unpacks the tables of names, as the first name otherwise would: this blocks the process for up to half a second. */
export function preparePlainNames(): void {
  normalize('a')
}
