/**
 * Calls back when the page comes back from the browser's bfcache, where it hears nothing of wallets
 * and of other tabs. @returns the function that ends it
 */
export function onPageBack(listener: () => void): () => void {
  const page = globalThis.window
  const hear = ({ persisted }: PageTransitionEvent) => void (persisted && listener())
  page?.addEventListener('pageshow', hear)
  return () => page?.removeEventListener('pageshow', hear)
}
