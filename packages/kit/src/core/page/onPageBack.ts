/**
 * Calls back when the page returns from the browser's bfcache, where it gets no events of wallets
 * and of other tabs.
 * @returns the function that ends it
 */
export function onPageBack(listener: () => void): () => void {
  const page = globalThis.window
  const onPageShow = ({ persisted }: PageTransitionEvent) => void (persisted && listener())
  page?.addEventListener('pageshow', onPageShow)
  return () => page?.removeEventListener('pageshow', onPageShow)
}
