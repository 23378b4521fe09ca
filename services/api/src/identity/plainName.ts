import { normalize } from 'viem/ens'

/**
 * Labels of letters and digits, with single hyphens between them. Names in this form are
 * normalized, and most names have it. Source: ENSIP-15
 */
const simple = /^[a-z\d]+(?:[-.][a-z\d]+)*$/

/** A name in its normalized form, or undefined for an invalid name. Source: ENSIP-15 */
export function plainName(text: string): string | undefined {
  if (simple.test(text)) return text
  try {
    return normalize(text)
  } catch {
    return undefined // characters that are not allowed in names
  }
}

/**
 * Unpacks the tables of names in advance. Otherwise the first unusual name would do it, and block
 * the process for up to half a second.
 */
export function preparePlainNames(): void {
  normalize('a')
}
