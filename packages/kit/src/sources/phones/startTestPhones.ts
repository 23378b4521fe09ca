import { mainnet, sepolia } from 'viem/chains'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { reconnect } from '../../session/reconnect.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { systemClock } from '../../core/page/clock.ts'
import type { Clock } from '../../core/page/clock.ts'
import type { SourceFactory } from '../../core/contracts/connectorSource.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { linkOf } from '../../session/links.ts'
import { connectionsOf, disconnected } from '../../core/accounts/session.ts'
import { sendResult, startTestServer } from '../../core/testing/startTestServer.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createWalletConnect } from '../walletconnect/createWalletConnect.lazy.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.lazy.ts'
import { approve, granted } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { createPhones } from './createPhones.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/** An account that differs from the default account of peers. */
export const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const ofSecond = { eip155: { ...granted.eip155, accounts: [`eip155:1:${second}`] } }
/** An account of Solana. */
export const bread = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
export const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** A wallet's grant on Solana. */
export const solana = {
  accounts: [`${cluster}:${bread}`],
  methods: ['solana_signMessage'],
  events: [],
}

export type Page = {
  url?: string
  storage?: ReturnType<typeof memoryStorage>
  /** The visitor's clock. @default the system's */
  clock?: Clock
  options?: Parameters<typeof startTestKit>[0]
}

/** Starts the WalletConnect client of a page. It ends with the test. */
function startTestClient(
  relayUrl: string,
  { storage, clock }: Required<Pick<Page, 'storage' | 'clock'>>,
) {
  const client = createWalletConnect({
    relayUrl,
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    storage,
    tab: 'one',
    clock,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
  }) // the class of `ws` has the browser's interface
  onTestFinished(client.close)
  return client
}

/**
 * Makes a source of phones that uses this client, and reports the same connectors as the kit's own
 * source.
 */
function phonesOver(client: WalletConnect): SourceFactory {
  return {
    create: ({ kit, setConnectors }) => ({
      namespaces: ['eip155', 'solana', 'polkadot', 'bip122'],
      hasManyWallets: true,
      watch() {
        setConnectors(
          contextOf(kit).adapters.map(({ namespace }) => ({
            id: walletConnectId,
            name: 'WalletConnect',
            namespace,
            type: 'walletConnect' as const,
          })),
        )
        return () => {}
      },
      ...createPhones(kit, async () => client),
    }),
  }
}

/** Shows a code on a page. */
async function showCode(kit: Kit, parameters: Parameters<Kit['connect']>[0] = {}) {
  const giveUp = new AbortController()
  let connecting: Promise<unknown> = Promise.resolve()
  const uri = await new Promise<string>((resolve, reject) => {
    connecting = reasonOf(
      kit.connect({
        connectorId: walletConnectId,
        signal: giveUp.signal,
        onPairing: (pairing) => resolve(pairing.uri),
        ...parameters,
      }),
    )
    void connecting.then(reject)
  })
  return { uri, connecting, goBack: () => giveUp.abort() }
}

/** Starts one page of a site. A test can close its client without ending the page. */
export async function startPage({
  url: known,
  storage = memoryStorage(),
  clock = systemClock,
  options,
}: Page = {}) {
  const url = known ?? (await startTestRelay()).url
  const node = await startTestServer((response, request) => {
    const { method } = JSON.parse(request.body) as { method: string } // a request of the kit
    sendResult(response, request, `${method} by the node`)
  })
  const client = startTestClient(url, { storage, clock })
  const started = startTestKit({
    networks: [mainnet, sepolia],
    customRpcUrls: { 'eip155:1': [node.url] },
    storage,
    clock,
    sources: [phonesOver(client)],
    ...options,
  })
  const { kit } = started
  await Promise.all(contextOf(kit).adapters.map((adapter) => adapter.load('remote')))
  contextOf(kit)
    .sources.all()
    .forEach((source) => source.prepare())
  await new Promise((resolve) => setImmediate(resolve))
  const connections = () => connectionsOf(kit.getState().sessions.eip155 ?? disconnected)
  const connected = () =>
    Object.fromEntries(
      connections().map(({ connectorId, accounts }) => [connectorId, accounts[0]?.address]),
    )
  const provider = () =>
    linkOf(kit, 'eip155', walletConnectId)?.provider as {
      request(parameters: { method: string; params?: unknown }): Promise<unknown>
    } // the provider of eip155 is an EIP-1193 provider
  const returnToPage = async () => void (await reconnect(kit))
  return {
    ...started,
    url,
    storage,
    client,
    show: (parameters?: Parameters<Kit['connect']>[0]) => showCode(kit, parameters),
    connections,
    connected,
    provider,
    comeBack: returnToPage,
  }
}

/** Starts a page that is connected to a phone. */
export async function startConnected(page: Page = {}, namespaces: object = granted) {
  const started = await startPage(page)
  const { uri, connecting } = await started.show()
  const peer = await startPeer(started.url)
  const topic = await approve(peer, uri, namespaces)
  expect(await connecting).toBe('fulfilled')
  const sendToSite = async (method: string, params: unknown) => {
    await peer.send(topic, { id: peer.nextId(), jsonrpc: '2.0', method, params })
    expect(await peer.next()).toMatchObject({ result: true })
  }
  return { ...started, peer, topic, sendToSite }
}

/** Simulates iOS Safari, where the kit stores a code while the visitor is in the app. */
export function stubSafari(): void {
  const before = globalThis.navigator
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent, maxTouchPoints: 5 },
    configurable: true,
  })
  onTestFinished(
    () =>
      void Object.defineProperty(globalThis, 'navigator', { value: before, configurable: true }),
  )
}
