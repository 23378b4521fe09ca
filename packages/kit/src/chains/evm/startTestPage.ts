import { onTestFinished } from 'vitest'

/** A window where wallets and kits meet, until the test ends; it has no other part of a browser. */
export function startTestPage(): EventTarget {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}
