/**
 * Loads code that a screen needs as soon as it is shown, in parallel with the screen. An error is
 * ignored: the screen loads the code again.
 */
export function alongside(...code: readonly Promise<unknown>[]): void {
  for (const coming of code) coming.catch(() => {})
}
