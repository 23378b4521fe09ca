import { keyName } from '../../core/storage/storedKeys.ts'
import { randomHex } from './crypto/keys.ts'

/**
 * A name of this tab that survives a reload. Open requests of this tab are resumed in it, and not
 * in the other tabs of the site. It does not identify the visitor. Where the browser stores nothing
 * for a tab, a reloaded page counts as another tab.
 */
export function tabName(): string {
  const key = keyName('tab')
  try {
    const name = sessionStorage.getItem(key) ?? randomHex()
    sessionStorage.setItem(key, name)
    return name
  } catch {
    return randomHex() // a server, or forbidden storage
  }
}
