/** Tests of the lifetime of a code, over a real relay. */
import { expect, test } from 'vitest'
import {
  accept,
  ask,
  namespaces,
  propose,
  seconds,
  settlementOf,
  startPresentClock,
  startSite,
} from './testing/byHand.ts'
import { failureOf } from './testing/failureOf.ts'
import { startPeer } from './testing/startPeer.ts'
import { startTestSite as start } from './testing/startTestSite.ts'

test('a code that no phone scans expires', async () => {
  const clock = startPresentClock()
  const { site, relayUrl } = await start({ clock })
  const { approval, expiresAt } = await propose(site, relayUrl)
  const ended = failureOf(approval)
  clock.advance(expiresAt - clock.now())
  expect(await ended).toMatchObject({ code: 'pairingExpired' })
})

/** Makes a code that a phone has scanned, and that is no longer shown. */
async function outlive(signal?: AbortSignal) {
  const clock = startPresentClock()
  const { site, relayUrl, storage } = await start({ clock, tab: 'one' })
  const events: unknown[] = []
  site.subscribe((event) => events.push(event))
  const first = await site.propose({ namespaces, signal })
  const peer = await startPeer(relayUrl)
  const read = await peer.pair(first.uri)
  const ended = failureOf(first.approval)
  expect(first.expiresAt - clock.now()).toBeGreaterThan(238_000)
  expect(first.expiresAt - clock.now()).toBeLessThanOrEqual(240_000)
  clock.advance(240_000)
  expect(await ended).toMatchObject({ code: 'pairingExpired' })
  const added = new Promise<string>((resolve) =>
    site.subscribe(({ type, topic }) => type === 'added' && resolve(topic)),
  )
  const approve = async () => {
    await accept(peer, read)
    await ask(peer, read.topic, 'wc_sessionSettle', settlementOf(read.publicKey))
  }
  return { site, storage, clock, events, first, read, added, approve }
}

test('a new code is shown after four minutes; a phone that scanned the old code can still approve', async () => {
  const controller = new AbortController()
  const { site, first, read, added, approve } = await outlive(controller.signal)
  const second = await site.propose({ namespaces })
  expect(second.uri).not.toBe(first.uri)
  controller.abort() // the visitor has closed that code, but the phone still uses it
  await approve()
  expect(await added).toBe(read.topic)
  expect(site.sessions()).toMatchObject([{ topic: read.topic }])
})

test('an old code is removed one minute after the kit has stopped showing it', async () => {
  const { site, clock, events, storage } = await outlive()
  const open = () => storage.getItem('@latchkey/walletconnect.proposals')
  expect(open()).not.toBeNull()
  clock.advance(61_000)
  await expect.poll(open).toBeNull()
  expect(site.sessions()).toEqual([])
  expect(events).toEqual([])
})

test('a page reloaded while an old code is still valid shows a new code, and accepts the old code', async () => {
  const { site, relayUrl, storage } = await start({ tab: 'one' })
  const first = await site.propose({ namespaces })
  const peer = await startPeer(relayUrl)
  const read = await peer.pair(first.uri)
  site.close()
  const key = '@latchkey/walletconnect.proposals'
  const [record] = JSON.parse(storage.getItem(key) ?? '')
  const expiry = seconds() + 50
  storage.setItem(
    key,
    JSON.stringify([
      {
        ...record,
        expiry,
        uri: first.uri.replace(/expiryTimestamp=\d+/, `expiryTimestamp=${expiry}`),
      },
    ]),
  )

  const again = startSite(relayUrl, { storage, tab: 'one' })
  const added = new Promise<string>((resolve) =>
    again.subscribe(({ type, topic }) => type === 'added' && resolve(topic)),
  )
  const second = await again.propose({ namespaces })
  expect([second.isResumed, second.uri.includes(read.pairingTopic)]).toEqual([false, false])
  await accept(peer, read)
  await ask(peer, read.topic, 'wc_sessionSettle', settlementOf(read.publicKey))
  expect(await added).toBe(read.topic)
})

test('if a wallet approves but does not settle, the wait ends after the code’s lifetime', async () => {
  const clock = startPresentClock()
  const { site, relayUrl } = await start({ clock })
  const proposal = await propose(site, relayUrl)
  const ended = failureOf(proposal.approval)
  const before = clock.waits.filter((ms) => ms === 300_000).length
  await accept(proposal.peer, proposal)
  await clock.scheduled(300_000, before + 1)
  clock.advance(300_000)
  expect(await ended).toMatchObject({ code: 'pairingExpired' })
})
