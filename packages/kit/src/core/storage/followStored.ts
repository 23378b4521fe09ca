import { onPageBack } from '../page/onPageBack.ts'

/**
 * Calls `restore` when another tab of the site has changed a stored value, or the storage was
 * cleared. Also calls it when the page returns from the browser's bfcache, because a page there
 * gets no events of other tabs.
 * @param key the value's full name in the storage
 * @returns the function that removes the listeners
 */
export function followStored(key: string, restore: () => void): () => void {
  const page = globalThis.window
  const onStorage = (event: StorageEvent) =>
    void ((event.key === key || event.key === null) && restore())
  page?.addEventListener('storage', onStorage)
  const end = onPageBack(restore)
  return () => {
    page?.removeEventListener('storage', onStorage)
    end()
  }
}
