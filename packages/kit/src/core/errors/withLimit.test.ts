import { expect, test } from 'vitest'
import { manualClock } from '../../testing/manualClock.ts'
import { kitError } from './errors.ts'
import { withLimit } from './withLimit.ts'

const onTimeout = () => kitError('walletTimeout')
const never = () => new Promise<never>(() => {})

/** A signal that counts its listeners. */
function countedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  let count = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...given: unknown[]) =>
    void (count++, Reflect.apply(addEventListener, signal, given))
  signal.removeEventListener = (...given: unknown[]) =>
    void (count--, Reflect.apply(removeEventListener, signal, given))
  return { controller, signal, listeners: () => count }
}

test('withLimit resolves with the value of the task and removes its listeners', async () => {
  const clock = manualClock()
  const { signal, listeners } = countedSignal()
  let own: AbortSignal | undefined
  expect(
    await withLimit(
      async (limited) => {
        own = limited
        return 7
      },
      { ms: 10, clock, signal, onTimeout },
    ),
  ).toBe(7)
  expect(listeners()).toBe(0)
  clock.advance(20)
  expect(own?.aborted).toBe(false)
})

test('withLimit rejects with the error of the task, at once or later', async () => {
  const clock = manualClock()
  await expect(
    withLimit(() => Promise.reject(new Error('later')), { ms: 10, clock, onTimeout }),
  ).rejects.toThrow('later')
  await expect(
    withLimit(
      () => {
        throw new Error('at once')
      },
      { ms: 10, clock, onTimeout },
    ),
  ).rejects.toThrow('at once')
})

test('withLimit rejects at the limit, not earlier, and aborts the task', async () => {
  const clock = manualClock()
  let own: AbortSignal | undefined
  const result = withLimit(
    (limited) => {
      own = limited
      return never()
    },
    { ms: 10, clock, onTimeout },
  )
  clock.advance(9)
  expect(own?.aborted).toBe(false)
  clock.advance(1)
  await expect(result).rejects.toMatchObject({ code: 'walletTimeout' })
  expect(own?.reason).toMatchObject({ code: 'walletTimeout' })
})

test('withLimit rejects when its signal aborts, and aborts the task', async () => {
  const { controller, signal, listeners } = countedSignal()
  let own: AbortSignal | undefined
  const result = withLimit(
    (limited) => {
      own = limited
      return never()
    },
    { ms: 10, clock: manualClock(), signal, onTimeout },
  )
  controller.abort('left')
  await expect(result).rejects.toMatchObject({ code: 'requestAborted', cause: 'left' })
  expect(own?.reason).toMatchObject({ code: 'requestAborted' })
  expect(listeners()).toBe(0)
})

test('withLimit does not start the task if its signal is already aborted', async () => {
  let hasBegun = false
  const result = withLimit(async () => void (hasBegun = true), {
    ms: 10,
    clock: manualClock(),
    signal: AbortSignal.abort(),
    onTimeout,
  })
  await expect(result).rejects.toMatchObject({ code: 'requestAborted' })
  expect(hasBegun).toBe(false)
})

test('a task that fails after the limit causes no unhandled rejection', async () => {
  const clock = manualClock()
  let fail: (error: Error) => void = () => {}
  const result = withLimit(() => new Promise<never>((_, reject) => (fail = reject)), {
    ms: 10,
    clock,
    onTimeout,
  })
  clock.advance(10)
  await expect(result).rejects.toMatchObject({ code: 'walletTimeout' })
  fail(new Error('too late'))
})
