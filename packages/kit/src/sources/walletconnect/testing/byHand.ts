import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../../../core/page/clock.ts'
import type { Clock } from '../../../core/page/clock.ts'
import { startTestClock } from '../../../core/testing/startTestClock.ts'
import { memoryStorage } from '../../../core/storage/storage.ts'
import { createWalletConnect } from '../createWalletConnect.lazy.ts'
import type { WalletConnect } from '../createWalletConnect.lazy.ts'
import { startPeer } from './startPeer.ts'
import type { Peer } from './startPeer.ts'

const week = 7 * 86_400
const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** The namespaces that the site requests in these tests. */
export const namespaces = {
  eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: ['accountsChanged'] },
}
/** The grant of a wallet that approves all of `namespaces`. */
export const granted = { eip155: { ...namespaces.eip155, accounts: [account] } }

/** Seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1_000)

/** Makes a manual clock that starts at the real time, because the relay checks it. */
export function startPresentClock() {
  const clock = startTestClock()
  const offset = Date.now() - clock.now()
  return { ...clock, now: () => clock.now() + offset }
}

/**
 * Makes a site's client on a relay. It ends with the test. A second client with the same storage
 * and `tab` simulates a reload of the page.
 */
export function startSite(
  relayUrl: string,
  {
    clock = systemClock,
    storage = memoryStorage(),
    tab,
  }: { clock?: Clock; storage?: ReturnType<typeof memoryStorage>; tab?: string } = {},
): WalletConnect {
  const metadata = { name: 'Shop', url: 'https://shop.example.org' }
  const site = createWalletConnect({
    relayUrl,
    metadata,
    storage,
    clock,
    tab,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
  }) // the class of `ws` has the browser's interface
  onTestFinished(site.close)
  return site
}

/** Makes a proposal, and lets a wallet scan its code. */
export async function propose(site: WalletConnect, relayUrl: string) {
  const { uri, approval, expiresAt } = await site.propose({ namespaces })
  const peer = await startPeer(relayUrl)
  return { uri, approval, expiresAt, peer, ...(await peer.pair(uri)) }
}

/** Lets the wallet accept a proposal. */
export const accept = (
  peer: Peer,
  { id, pairingTopic, publicKey }: { id: number; pairingTopic: string; publicKey: string },
) =>
  peer.send(pairingTopic, {
    id,
    jsonrpc: '2.0',
    result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey },
  })

/** Parameters of `wc_sessionSettle`. */
export const settlementOf = (publicKey: string, changes: object = {}) => ({
  relay: { protocol: 'irn' },
  namespaces: granted,
  controller: { publicKey, metadata: { name: 'Peer', description: '', url: '', icons: [] } },
  expiry: seconds() + week,
  ...changes,
})

/** Sends a request from the wallet to the site. */
export const ask = (
  peer: Peer,
  topic: string,
  method: string,
  params: unknown,
  id = peer.nextId(),
) => peer.send(topic, { id, jsonrpc: '2.0', method, params })

/** Makes a session by a proposal that the wallet accepts. */
export async function settle(site: WalletConnect, relayUrl: string, changes: object = {}) {
  const proposal = await propose(site, relayUrl)
  await accept(proposal.peer, proposal)
  await ask(
    proposal.peer,
    proposal.topic,
    'wc_sessionSettle',
    settlementOf(proposal.publicKey, changes),
  )
  await proposal.approval
  expect(await proposal.peer.next()).toMatchObject({ topic: proposal.topic, result: true })
  return proposal
}
