import { normalize } from 'viem/ens'

/** The normalized form of a name; undefined for an invalid name. Source: ENSIP-15 */
export function normalName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined // the name has characters that names must not have
  }
}
