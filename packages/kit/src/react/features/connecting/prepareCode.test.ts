// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestKit } from '../../../session/startTestKit.ts'
import { connecting } from './index.ts'

const relay = 'wss://relay.example.org'

/** Prepares the screens that connect, and counts the tasks for which the browser has to be idle. */
async function prepare({ services = {}, agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142' }) {
  const tasks: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => tasks.push(task))
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const prepared = connecting.prepare?.(startTestKit({ services }).kit)
  let isDone = false
  void prepared?.then(() => (isDone = true))
  return { tasks, prepared, isDone: () => isDone }
}

test('the code that draws QR codes is prepared, but not before the browser is idle', async () => {
  const { tasks, prepared, isDone } = await prepare({ services: { relay } })
  await expect.poll(() => tasks.length, { timeout: 20_000 }).toBe(1)
  expect(isDone()).toBe(false)
  tasks[0]?.()
  await prepared
})

test('no QR code is prepared without a relay, or on a phone', async () => {
  const without = await prepare({})
  await without.prepared
  expect(without.tasks).toEqual([])
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605'
  const onPhone = await prepare({ services: { relay }, agent })
  await onPhone.prepared
  expect(onPhone.tasks).toEqual([])
})
