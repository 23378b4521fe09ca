/** Tests of the events about codes that a site shows, over a real relay. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mainnet } from 'viem/chains'
import { WebSocket } from 'ws'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { systemClock } from '../../core/page/clock.ts'
import type { Clock } from '../../core/page/clock.ts'
import type { Pairing } from '../../core/contracts/connectorSource.ts'
import type { KitEvent } from '../../core/kit/events.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { startPresentClock } from '../walletconnect/testing/byHand.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { startHostileRelay } from '../walletconnect/testing/startHostileRelay.ts'
import { walletConnectId } from './connectionId.ts'

beforeEach(() => void vi.stubGlobal('WebSocket', WebSocket))
afterEach(() => void vi.unstubAllGlobals())

function startSite(relay: string, clock: Clock = systemClock, options: Partial<KitOptions> = {}) {
  const events: KitEvent[] = []
  return {
    ...startTestKit({
      networks: [mainnet],
      services: { relay },
      clock,
      onEvent: (event) => events.push(event),
      ...options,
    }),
    events,
  }
}

/** Requests a code, and records the pairings that are reported. */
function noteCodes({ kit }: Pick<ReturnType<typeof startTestKit>, 'kit'>) {
  const pairings: Pairing[] = []
  const controller = new AbortController()
  const ended = reasonOf(
    kit.connect({
      connectorId: walletConnectId,
      signal: controller.signal,
      onPairing: (pairing) => pairings.push(pairing),
    }),
  )
  return { pairings, ended, leave: () => (controller.abort(), ended) }
}

test('a code is reported at once, and again as ready when the relay is reached', async () => {
  const { pairings, leave } = noteCodes(startSite((await startTestRelay()).url))
  await expect.poll(() => pairings.map(({ isReady }) => isReady)).toEqual([false, true])
  expect(new Set(pairings.map(({ uri }) => uri)).size).toBe(1)
  await leave()
})

test('a code is not ready while the relay is unreachable', async () => {
  const { url } = await startHostileRelay('silent')
  const { kit, clock } = startTestKit({ services: { relay: url } })
  const { pairings, leave } = noteCodes({ kit })
  await clock.scheduled(15_000)
  clock.advance(14_999)
  expect(pairings).toMatchObject([{ isReady: false }])
  expect(await leave()).toMatchObject({ code: 'requestAborted' })
})

test('an expired code ends the attempt with `pairingExpired`', async () => {
  const clock = startPresentClock()
  const site = startSite((await startTestRelay()).url, clock)
  const { pairings, ended } = noteCodes(site)
  await expect.poll(() => pairings.length).toBe(2)
  clock.advance(240_000)
  expect(await ended).toMatchObject({ code: 'pairingExpired' })
  expect(site.events.map(({ name }) => name)).toEqual(['walletSelected', 'connectFailed'])
})

test('a relay path resolves to the page’s origin; phones get absolute URLs of the site’s icons', async () => {
  const { url } = await startTestRelay()
  vi.stubGlobal('location', new URL(url.replace(/^ws/, 'http')))
  const metadata = {
    name: 'Shop',
    url: 'https://shop.example.org/till',
    icons: ['/shop.png', 'https://cdn.example.org/shop.png'],
  }
  const { pairings } = noteCodes(startSite('/', systemClock, { metadata }))
  await expect.poll(() => pairings.at(-1)?.isReady).toBe(true)
  const read = await (await startPeer(url)).pair(pairings.at(-1)?.uri ?? '')
  expect(JSON.stringify(read)).toContain(
    '"icons":["https://shop.example.org/shop.png","https://cdn.example.org/shop.png"]',
  )
})
