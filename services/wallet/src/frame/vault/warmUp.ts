import { entropyLength } from './phraseOf.ts'
import { withKeys } from './deriveKeys.ts'

/**
 * Derives the keys of a throw-away phrase. This computes the curve's tables and compiles the
 * curve's code, while the visitor looks for the code in the mail.
 */
export async function warmUp(): Promise<void> {
  await withKeys(crypto.getRandomValues(new Uint8Array(entropyLength)), async () => undefined)
}
