/** Phones that say yes when nobody looks, by hand, over a real relay. */
import { connect, createConfig, createStorage } from '@wagmi/core'
import { http } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import type { AdapterHost } from '../../core/adapter.ts'
import { systemClock } from '../../core/clock.ts'
import { createKitStorage, memoryStorage } from '../../core/storage.ts'
import { createWalletConnect } from '../../walletconnect/createWalletConnect.ts'
import { address, approve, granted, settleBy } from '../../walletconnect/testing/approve.ts'
import { startPeer } from '../../walletconnect/testing/startPeer.ts'
import { createNode } from './node.ts'
import { createPhoneBook } from './phoneBook.ts'
import type { WalletConnectParameters } from './phoneCodes.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ofSecond = { eip155: { ...granted.eip155, accounts: [`eip155:1:${second}`] } }

/** One page of a site: its phones, over a wagmi config. */
async function startPage({ url: known, storage = memoryStorage() }: { url?: string; storage?: ReturnType<typeof memoryStorage> } = {}) {
  const url = known ?? (await startTestRelay()).url
  const client = createWalletConnect({ relayUrl: url, metadata: { name: 'Shop', url: 'https://shop.example.org' }, storage, tab: 'one', clock: systemClock, WebSocket: WebSocket as unknown as typeof globalThis.WebSocket }) // ws has the browser's interface
  onTestFinished(client.close)
  const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http('http://127.0.0.1:1') }, storage: createStorage({ key: '@latchkey/evm', storage }), multiInjectedProviderDiscovery: false })
  const host: Pick<AdapterHost, 'walletConnect' | 'storage' | 'clock'> = { walletConnect: async () => client, storage: createKitStorage(storage), clock: systemClock }
  const book = createPhoneBook({ config, host: host as AdapterHost, node: createNode(config, systemClock), comeBack }) // the rest of it is not read
  await book.prepare()

  function phone(id = 'walletConnect') {
    const found = book.find(id)
    if (!found) throw new Error(`no connector ${id}`)
    return found
  }
  async function comeBack({ connectorId }: { connectorId: string }) {
    if (await phone(connectorId).isAuthorized()) await connect(config, { connector: phone(connectorId), ...{ isReconnecting: true } })
  }
  /** Shows a code; `done` is the error, if it comes to nothing. */
  async function showing(task: () => Promise<unknown>) {
    const code = new Promise<string>((resolve) => phone().emitter.on('message', ({ type, data }) => type === 'display_uri' && resolve(String(data))))
    const done = task().then(() => undefined, (error: unknown) => error)
    return { uri: await code, done }
  }
  const show = (parameters: WalletConnectParameters = {}) => showing(() => connect(config, { connector: phone(), ...parameters } as Parameters<typeof connect>[1])) // wagmi hands parameters on
  const showAnother = (parameters: WalletConnectParameters = {}) => showing(() => phone().propose(parameters))
  const connected = () => Object.fromEntries([...config.state.connections.values()].map(({ connector, accounts }) => [connector.id, accounts[0]]))
  return { url, storage, client, comeBack, show, showAnother, connected }
}

test('a code that is kept and approved after the visitor went away connects', async () => {
  const { url, show, connected } = await startPage()
  const giveUp = new AbortController()
  const { uri, done } = await show({ keepPairing: true, signal: giveUp.signal })
  giveUp.abort()
  expect(await done).toMatchObject({ code: 'requestAborted' })
  await approve(await startPeer(url), uri)
  await expect.poll(connected).toEqual({ walletConnect: address })
})

test('one that is approved late stands beside the phone that is connected', async () => {
  const { url, show, showAnother, connected } = await startPage()
  const first = await show()
  await approve(await startPeer(url), first.uri)
  await first.done
  const giveUp = new AbortController()
  const other = await showAnother({ keepPairing: true, signal: giveUp.signal })
  giveUp.abort()
  await other.done
  const topic = await approve(await startPeer(url), other.uri, ofSecond)
  await expect.poll(connected).toEqual({ walletConnect: address, [`walletConnect:${topic}`]: second })
})

test('a phone that approves late without an account of this kind is told that it is not wanted', async () => {
  const { url, show, connected, client } = await startPage()
  const giveUp = new AbortController()
  const { uri, done } = await show({ keepPairing: true, signal: giveUp.signal })
  giveUp.abort()
  await done
  const peer = await startPeer(url)
  await approve(peer, uri, { solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'], methods: [], events: [] } })
  expect(await peer.nextRequest()).toMatchObject({ method: 'wc_sessionDelete' })
  expect(client.sessions()).toEqual([])
  expect(connected()).toEqual({})
})

test.each(['before', 'after'])('another phone that approves the code of an earlier page, %s the first came back, stands beside it', async (when) => {
  const { url, storage, client, show, showAnother } = await startPage()
  const first = await show()
  await approve(await startPeer(url), first.uri)
  await first.done
  const left = await showAnother()
  const other = await startPeer(url)
  const scanned = await other.pair(left.uri)
  client.close()
  await left.done

  const again = await startPage({ url, storage })
  if (when === 'after') await again.comeBack({ connectorId: 'walletConnect' })
  const topic = await settleBy(other, scanned, ofSecond)
  if (when === 'before') await again.comeBack({ connectorId: 'walletConnect' })
  await expect.poll(again.connected).toEqual({ walletConnect: address, [`walletConnect:${topic}`]: second })
})
