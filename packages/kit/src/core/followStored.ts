/**
 * Calls `restore` when another tab of the site has changed a stored value, or the storage was cleared, and when the page comes back from the browser's bfcache, where it hears nothing of other tabs.
 * @param key the value's full name in the storage
 * @returns the function that ends it
 */
export function followStored(key: string, restore: () => void): () => void {
  const page = globalThis.window
  const onStorage = (event: StorageEvent) => void ((event.key === key || event.key === null) && restore())
  const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && restore())
  page?.addEventListener('storage', onStorage)
  page?.addEventListener('pageshow', onShow)
  return () => {
    page?.removeEventListener('storage', onStorage)
    page?.removeEventListener('pageshow', onShow)
  }
}
