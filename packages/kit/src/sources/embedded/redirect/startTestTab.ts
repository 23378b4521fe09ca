import { onTestFinished } from 'vitest'
import { memoryStorage } from '../../../core/storage/storage.ts'

/**
 * Sets the global `sessionStorage`, which the kit reads, to an empty storage until the test ends.
 */
export function startTestTab() {
  const storage = memoryStorage()
  Object.assign(globalThis, { sessionStorage: storage })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'))
  return storage
}
