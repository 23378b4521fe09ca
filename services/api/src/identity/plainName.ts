import { normalize } from 'viem/ens'

/** A name in the form in which it is compared, or undefined for what no name may be. Source: ENSIP-15 */
export function plainName(text: string): string | undefined {
  try {
    return normalize(text)
  } catch {
    return undefined // characters that no name may have
  }
}

/** Unpacks the tables of names, which the first name would do: it takes up to half a second, in which nobody is served. */
export function preparePlainNames(): void {
  normalize('a')
}
