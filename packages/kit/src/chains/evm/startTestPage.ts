import { onTestFinished } from 'vitest'

/**
 * A window in which wallets and kits meet, until the test ends. It has no other part of a browser.
 */
export function startTestPage(): EventTarget {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}
