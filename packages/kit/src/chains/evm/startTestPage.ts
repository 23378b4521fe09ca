import { onTestFinished } from 'vitest'

/**
 * Sets `window` to a bare event target until the test ends. Wallets and kits find each other there.
 */
export function startTestPage(): EventTarget {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}
