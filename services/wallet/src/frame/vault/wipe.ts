/**
 * Overwrites secrets with zeros as soon as they are used. It cannot reach copies that the browser's
 * own cryptography makes, nor a JavaScript string: a phrase or a key is therefore kept as bytes,
 * and becomes text only where the visitor exports it.
 */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}
