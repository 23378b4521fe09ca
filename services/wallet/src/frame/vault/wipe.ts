/**
 * Overwrites secrets with zeros as soon as they have been used. It can't reach the copies inside
 * the browser's own cryptography, nor JavaScript strings. So a phrase or a key is stored as bytes,
 * and becomes text only where the visitor exports it.
 */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}
