import { keyName } from '../../core/storage/storedKeys.ts'
import { randomHex } from './crypto/keys.ts'

/**
 * A name of this tab that survives a reload. By this name, a reloaded page resumes the open
 * requests of its own tab, and not of other tabs. The name does not identify the visitor. If the
 * browser stores nothing for a tab, a reloaded page counts as another tab.
 */
export function tabName(): string {
  const key = keyName('tab')
  try {
    const name = sessionStorage.getItem(key) ?? randomHex()
    sessionStorage.setItem(key, name)
    return name
  } catch {
    return randomHex() // on a server, or where storage is forbidden
  }
}
