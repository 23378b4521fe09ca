import { normalize } from 'viem/ens'

/** A name in its normalized form; undefined for an invalid one. Source: ENSIP-15 */
export function normalName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined // characters that are not allowed in names
  }
}
