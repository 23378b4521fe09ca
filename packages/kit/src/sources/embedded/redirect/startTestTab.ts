import { onTestFinished } from 'vitest'
import { memoryStorage } from '../../../core/storage/storage.ts'

/** A session storage for a tab, as the global that the kit reads, until the test ends. */
export function startTestTab() {
  const storage = memoryStorage()
  Object.assign(globalThis, { sessionStorage: storage })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'))
  return storage
}
