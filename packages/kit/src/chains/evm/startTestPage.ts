import { onTestFinished } from 'vitest'

/** A window where wallets and kits meet, until the test ends; nothing else of a browser is there. */
export function startTestPage(): EventTarget {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}
