import { normalize } from 'viem/ens'

/**
 * Names whose labels have only lower-case letters and digits, with single hyphens between them.
 * Most names have this form, and are normalized already. Source: ENSIP-15
 */
const simple = /^[a-z\d]+(?:[-.][a-z\d]+)*$/

/** The normalized form of a name, or undefined for an invalid name. Source: ENSIP-15 */
export function plainName(text: string): string | undefined {
  if (simple.test(text)) return text
  try {
    return normalize(text)
  } catch {
    return undefined // it has characters that names may not contain
  }
}

/**
 * Unpacks the tables for normalizing names. Without this call, the first unusual name would unpack
 * them, and block the process for up to half a second.
 */
export function preparePlainNames(): void {
  normalize('a')
}
