/** Tests with a wrong clock in the browser. The relay and the wallet have right clocks. */
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { systemClock } from '../../core/page/clock.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { parsePairingUri } from './pairingUri.ts'
import { accept, ask, namespaces, seconds, settlementOf, startSite } from './testing/byHand.ts'
import { failureOf } from './testing/failureOf.ts'
import { startPeer } from './testing/startPeer.ts'

const minute = 60_000
const day = 24 * 60 * minute

afterEach(() => void vi.unstubAllGlobals())

/**
 * Starts a site in a browser whose clock is `ms` milliseconds ahead. A test changes the difference
 * by `off.ms`.
 */
function startOff(url: string, ms: number, storage = memoryStorage()) {
  const off = { ms }
  return {
    off,
    storage,
    site: startSite(url, { storage, clock: { ...systemClock, now: () => Date.now() + off.ms } }),
  }
}

/**
 * Makes proposals until one has the right expiry, at most two. The connector for phones does the
 * same.
 */
async function proposeRightly({ site, off }: ReturnType<typeof startOff>) {
  for (const isLast of [false, true]) {
    const proposal = await site.propose({ namespaces })
    const { expiry } = parsePairingUri(proposal.uri, 0)
    const isRight = Math.abs(expiry - seconds() - 300) < 200
    if (isRight) {
      // `expiresAt` is by the visitor's clock
      expect(Math.abs(proposal.expiresAt - Date.now() - off.ms - 240_000)).toBeLessThan(200_000)
      return proposal
    }
    expect(isLast).toBe(false)
    expect(await failureOf(proposal.approval)).toMatchObject({ code: 'pairingExpired' })
  }
  throw new Error('No code was dated rightly')
}

async function connectOff(url: string, ms: number) {
  const started = startOff(url, ms)
  const { site } = started
  const { uri, approval } = await proposeRightly(started)
  const peer = await startPeer(url)
  const { id, pairingTopic, topic, publicKey, proposal } = await peer.pair(uri)
  expect(
    Math.abs((proposal as { expiryTimestamp: number }).expiryTimestamp - seconds() - 300),
  ).toBeLessThan(200)
  await accept(peer, { id, pairingTopic, publicKey })
  await ask(peer, topic, 'wc_sessionSettle', settlementOf(publicKey))
  await approval
  return { ...started, site, peer, topic }
}

test('with a clock up to 30 days off, a visitor connects, gets answers, and stays connected after a reload', {
  timeout: 60_000,
}, async () => {
  const { url } = await startTestRelay()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -30 * day, max: 30 * day }), async (ms) => {
      const { site, peer, topic, storage } = await connectOff(url, ms)
      const request = site.request({
        topic,
        networkId: 'eip155:31337',
        method: 'personal_sign',
        params: [],
      })
      const { id, params } = await peer.nextRequest()
      expect(
        Math.abs(
          (params as { request: { expiryTimestamp: number } }).request.expiryTimestamp -
            seconds() -
            300,
        ),
      ).toBeLessThan(200) // the kit has made this request
      await peer.send(topic, { id, jsonrpc: '2.0', result: '0x1' })
      expect(await request).toBe('0x1')
      site.close()
      const again = startOff(url, ms, storage)
      expect(again.site.sessions()).toMatchObject([{ topic }])
      const later = again.site.request({
        topic,
        networkId: 'eip155:31337',
        method: 'personal_sign',
        params: ['again'],
      })
      await peer.send(topic, { id: (await peer.nextRequest()).id, jsonrpc: '2.0', result: '0x2' })
      expect(await later).toBe('0x2')
      again.site.close()
    }),
    {
      numRuns: 6,
      examples: [
        [0],
        [-4 * minute],
        [5 * minute],
        [-10 * minute],
        [25 * 60 * minute],
        [-25 * 60 * minute],
        [30 * day],
        [-30 * day],
      ],
    },
  )
})

test.each([30 * day, -30 * day])(
  'a clock that is corrected between two visits (%d ms) keeps the session',
  async (ms) => {
    const { url } = await startTestRelay()
    const { site, topic, storage, peer } = await connectOff(url, ms)
    site.close()
    const { site: again } = startOff(url, 0, storage)
    expect(again.sessions()).toMatchObject([{ topic }])
    const request = again.request({
      topic,
      networkId: 'eip155:31337',
      method: 'personal_sign',
      params: [],
    })
    await peer.send(topic, { id: (await peer.nextRequest()).id, jsonrpc: '2.0', result: '0x1' })
    expect(await request).toBe('0x1')
  },
)

test('the client ends the attempt if the relay reports another time with each refusal', async () => {
  let answered = 0
  const { url } = await startTestRelay({ clock: { now: () => Date.now() + (answered += 1) * day } })
  const { site } = startOff(url, 0)
  const { approval } = await site.propose({ namespaces })
  expect(await failureOf(approval)).toMatchObject({
    code: expect.stringMatching(/socketClosedAbnormally|pairingExpired/),
  })
  expect(answered).toBeLessThan(20)
})
