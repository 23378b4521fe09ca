import { expect, onTestFinished, test } from 'vitest'
import { lazily, loadCode } from './loadCode.ts'
import { sentenceOf } from '../errors/errors.ts'

const networkError = new TypeError('Failed to fetch dynamically imported module')

/** Sets what the browser reports about its network, until the test ends. */
function setOnline(onLine: boolean | undefined): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true })
  onTestFinished(
    () =>
      void (before
        ? Object.defineProperty(globalThis, 'navigator', before)
        : Reflect.deleteProperty(globalThis, 'navigator')),
  )
}

test('loadCode returns the loaded code', async () => {
  expect(await loadCode(Promise.resolve('code'))).toBe('code')
})

test.each([
  [false, 'offline'],
  [true, 'httpFailed'],
  [undefined, 'httpFailed'],
] as const)(
  'if loading fails while `navigator.onLine` is %j, the error is %s',
  async (onLine, code) => {
    setOnline(onLine)
    await expect(loadCode(Promise.reject(networkError))).rejects.toMatchObject({
      name: 'KitError',
      code,
      message: sentenceOf(code),
      cause: networkError,
    })
  },
)

test('lazily loads on the first use, and only once', async () => {
  let count = 0
  const load = lazily(async () => ++count)
  expect(count).toBe(0)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a failed load is repeated on the next use', async () => {
  let count = 0
  const load = lazily(() =>
    ++count === 1 ? Promise.reject(new Error('offline')) : Promise.resolve('here'),
  )
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe('here')
})
