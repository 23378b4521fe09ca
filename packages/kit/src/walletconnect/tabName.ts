import { keyName } from '../core/storedKeys.ts'
import { randomHex } from './crypto/keys.ts'

/**
 * A name of this tab that a reload keeps: what was left open here is taken up here, and not by the other tabs of the site. It
 * says nothing of who visits. Where the browser keeps nothing for a tab, a page that is loaded again counts as another tab.
 */
export function tabName(): string {
  const key = keyName('tab')
  try {
    const name = sessionStorage.getItem(key) ?? randomHex()
    sessionStorage.setItem(key, name)
    return name
  } catch {
    return randomHex() // a server, or storage that is blocked
  }
}
