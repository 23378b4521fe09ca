import { entropyLength } from './phraseOf.ts'
import { withKeys } from './deriveKeys.ts'

/**
 * Derives the keys of a phrase that nobody gets: the curve's tables are computed, and its code
 * compiled, while the visitor looks for the code in the mail.
 */
export async function warmUp(): Promise<void> {
  await withKeys(crypto.getRandomValues(new Uint8Array(entropyLength)), async () => undefined)
}
