/**
 * Calls back when the page returns from the browser's bfcache. While there, it got no events of
 * wallets and of other tabs.
 * @returns the function that removes the listener
 */
export function onPageBack(listener: () => void): () => void {
  const page = globalThis.window
  const onPageShow = ({ persisted }: PageTransitionEvent) => void (persisted && listener())
  page?.addEventListener('pageshow', onPageShow)
  return () => page?.removeEventListener('pageshow', onPageShow)
}
