import { expect, test, vi } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import type { KitEvent } from './events.ts'
import { startTestServer } from '../testing/startTestServer.ts'
import { track } from './track.ts'

const event: KitEvent = { name: 'networkSwitched', networkId: 'eip155:1' }

test('an event is passed to `onEvent` and sent to `analyticsUrl`', async () => {
  const { url, requests, received } = await startTestServer((response) => response.end())
  const events: KitEvent[] = []
  const { kit, clock } = startTestKit({
    onEvent: (event) => events.push(event),
    analyticsUrl: `${url}/events`,
  })
  track(kit, event)
  await received(1)
  expect(events).toEqual([event])
  expect(requests[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    ...event,
    at: clock.now(),
    site: 'https://shop.example.org',
  })
})

test('with `analytics: false` no event is passed to the site', async () => {
  const events: KitEvent[] = []
  const { kit } = startTestKit({
    onEvent: (event) => events.push(event),
    analyticsUrl: 'https://events.example.org',
    features: { analytics: false },
    fetch: () => Promise.reject(new Error('asked')),
  })
  track(kit, event)
  expect(events).toEqual([])
})

test('without `analyticsUrl` no request is sent', () => {
  const requests: unknown[] = []
  const { kit } = startTestKit({ fetch: (input) => Promise.reject(requests.push(input)) })
  track(kit, event)
  expect(requests).toEqual([])
})

test('an error of `onEvent` is reported to the page; a hanging request to `analyticsUrl` is aborted', () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  let signal: AbortSignal | null | undefined
  const broken = new Error('broken listener')
  const { kit, clock } = startTestKit({
    onEvent() {
      throw broken
    },
    analyticsUrl: 'https://events.example.org',
    fetch: (_, init) => new Promise(() => (signal = init?.signal)),
  })
  track(kit, event)
  expect(reported).toEqual([broken])
  expect(signal?.aborted).toBe(false)
  clock.advance(60_000)
  expect(signal?.aborted).toBe(true)
  vi.unstubAllGlobals()
})
