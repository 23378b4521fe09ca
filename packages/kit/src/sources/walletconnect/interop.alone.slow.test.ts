/**
 * Tests with the published WalletConnect clients as wallets and the kit's client as the site. See
 * docs/contracts/relay.md#client-behaviour.
 */
import { createRequire } from 'node:module'
import type { ISignClient, SignClientTypes } from '@walletconnect/types'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifyMessage, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import {
  closeCore,
  coreOptions,
  metadata,
  openSignClient,
  quiet,
  signClients,
  toolsOf,
} from '../../../../../services/relay/src/testing/openSignClient.ts'
import type { SignVersion } from '../../../../../services/relay/src/testing/openSignClient.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { systemClock } from '../../core/page/clock.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { SiwxMessageData } from '../../core/contracts/siwx.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { messageOf } from './authentication/cacao.ts'
import type { Cacao } from './authentication/cacao.ts'
import { sessionOf } from './authentication/sessionOf.lazy.ts'
import { createWalletConnect } from './createWalletConnect.lazy.ts'
import { nextEvent } from './testing/nextEvent.ts'

const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const namespaces = {
  eip155: {
    chains: ['eip155:31337'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const granted = { eip155: { ...namespaces.eip155, accounts: [account] } }
const versions = Object.keys(signClients) as SignVersion[] // the keys of a constant

let relayUrl: string
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true') // several clients run in this process
  relayUrl = (await startTestRelay({}, (end) => ends.unshift(end))).url
})
afterAll(async () => {
  for (const end of ends) await end()
  vi.unstubAllEnvs()
})

function startSite(storage = memoryStorage(), tab?: string) {
  const site = createWalletConnect({
    relayUrl,
    ...(tab !== undefined && { tab }),
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    storage,
    clock: systemClock,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
  }) // the class of `ws` has the browser's interface
  onTestFinished(site.close)
  return site
}

async function startWallet(version: SignVersion): Promise<ISignClient> {
  const { client, close } = await openSignClient(version, relayUrl)
  onTestFinished(close)
  return client
}

function once<name extends SignClientTypes.Event>(
  wallet: ISignClient,
  name: name,
  listener: (event: SignClientTypes.EventArguments[name]) => void,
): void {
  wallet.events.once(name, listener)
}

async function connect(version: SignVersion, site = startSite(), metadata: object = {}) {
  const wallet = await startWallet(version)
  Object.assign(wallet.metadata, metadata)
  const proposed = nextEvent(wallet, 'session_proposal')
  const { uri, approval } = await site.propose({ namespaces })
  await wallet.pair({ uri })
  const proposal = await proposed
  const { acknowledged, topic } = await wallet.approve({ id: proposal.id, namespaces: granted })
  await Promise.all([approval, acknowledged()])
  return { site, wallet, topic, proposal }
}

const signer = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
) // the first account of the development mnemonic
const signIn: SiwxMessageData = {
  chainId: formatNetworkId('eip155', 31_337),
  accountAddress: zeroAddress,
  domain: 'shop.example.org',
  uri: 'https://shop.example.org/login',
  version: '1',
  nonce: 'abcdef123456',
  statement: 'Welcome back.',
  issuedAt: new Date(0).toISOString(),
  expirationTime: '2100-01-01T00:00:00.000Z',
}

describe.for(versions)('a wallet with sign-client %s', (version) => {
  const tools = toolsOf(version)

  test('the wallet connects', async () => {
    const { site, wallet, topic, proposal } = await connect(version)
    expect(proposal.params.proposer.metadata).toMatchObject({
      name: 'Shop',
      url: 'https://shop.example.org',
    })
    await expect.poll(() => wallet.session.get(topic).acknowledged).toBe(true)
    expect(site.sessions()).toMatchObject([
      { topic, namespaces: granted, peer: { metadata: { name: 'Test' } } },
    ])
  })

  test('the wallet connects with a picture of 4 kB in its metadata', async () => {
    const { site, topic } = await connect(version, startSite(), {
      icons: [`data:image/png;base64,${'A'.repeat(4_096)}`],
      description: 'x'.repeat(5_000),
    })
    expect(site.sessions()).toMatchObject([
      {
        topic,
        namespaces: granted,
        peer: { metadata: { name: 'Test', description: 'x'.repeat(1_000) } },
      },
    ])
  })

  test('if the wallet refuses, the proposal rejects with `userRejected`', async () => {
    const site = startSite()
    const wallet = await startWallet(version)
    const proposed = nextEvent(wallet, 'session_proposal')
    const { uri, approval } = await site.propose({ namespaces })
    await wallet.pair({ uri })
    await wallet.reject({
      id: (await proposed).id,
      reason: { code: 5000, message: 'User rejected.' },
    })
    await expect(approval).rejects.toMatchObject({ code: 'userRejected' })
    expect(site.sessions()).toEqual([])
  })

  test('the wallet answers or refuses a request', async () => {
    const { site, wallet, topic } = await connect(version)
    once(wallet, 'session_request', ({ id, params }) => {
      expect(params).toMatchObject({
        chainId: 'eip155:31337',
        request: { method: 'personal_sign', params: ['0x68', account] },
      })
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
    })
    const ask = () =>
      site.request({
        topic,
        networkId: 'eip155:31337',
        method: 'personal_sign',
        params: ['0x68', account],
      })
    expect(await ask()).toBe('0xsigned')
    once(
      wallet,
      'session_request',
      ({ id }) =>
        void wallet.respond({
          topic,
          response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } },
        }),
    )
    await expect(ask()).rejects.toMatchObject({ code: 'userRejected' })
    once(
      wallet,
      'session_request',
      ({ id }) =>
        void wallet.respond({
          topic,
          response: { id, jsonrpc: '2.0', error: { code: 4001, message: 'no' } },
        }),
    )
    await expect(ask()).rejects.toSatisfy((error) => KitError.is(error, 'userRejected'))
  })

  test('the wallet updates and extends the session, sends an event and pings', async () => {
    const { site, wallet, topic } = await connect(version)
    const events: unknown[] = []
    site.subscribe((event) => events.push(event))
    const more = {
      eip155: {
        ...granted.eip155,
        accounts: [account, 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
      },
    }
    await (await wallet.update({ topic, namespaces: more })).acknowledged()
    expect(site.sessions()).toMatchObject([{ namespaces: more }])
    const before = site.sessions()[0]?.expiry ?? 0
    await (await wallet.extend({ topic })).acknowledged()
    expect(site.sessions()[0]?.expiry).toBeGreaterThanOrEqual(before)
    await wallet.ping({ topic })
    await site.ping({ topic })
    await wallet.emit({
      topic,
      event: { name: 'accountsChanged', data: [account] },
      chainId: 'eip155:31337',
    })
    await expect
      .poll(() => events)
      .toContainEqual({
        type: 'event',
        topic,
        networkId: 'eip155:31337',
        name: 'accountsChanged',
        data: [account],
      })
    expect(events).toContainEqual({ type: 'changed', topic })
  })

  test('either side can end a session, and the other side removes it', async () => {
    const one = await connect(version)
    const ended = nextEvent(one.wallet, 'session_delete')
    await one.site.disconnect({ topic: one.topic })
    expect(one.site.sessions()).toEqual([])
    expect((await ended).topic).toBe(one.topic)
    await one.site.disconnect({ topic: one.topic })

    const other = await connect(version)
    const events: unknown[] = []
    other.site.subscribe((event) => events.push(event))
    await other.wallet.disconnect({
      topic: other.topic,
      reason: { code: 6000, message: 'User disconnected.' },
    })
    await expect.poll(() => events).toContainEqual({ type: 'ended', topic: other.topic })
    expect(other.site.sessions()).toEqual([])
  })

  test('a session stays usable after a reload', async () => {
    const storage = memoryStorage()
    const first = startSite(storage)
    const { wallet, topic } = await connect(version, first)
    first.close()
    const second = startSite(storage)
    expect(second.sessions()).toMatchObject([{ topic }])
    once(
      wallet,
      'session_request',
      ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'again' } }),
    )
    expect(
      await second.request({
        topic,
        networkId: 'eip155:31337',
        method: 'personal_sign',
        params: [],
      }),
    ).toBe('again')
  })

  /**
   * Lets the wallet answer the next sign-in request with a signature. `change` changes the message
   * before it is signed.
   */
  function signsIn(
    wallet: ISignClient,
    change: (payload: ReturnType<typeof tools.populateAuthPayload>) => object = (payload) =>
      payload,
  ): void {
    once(wallet, 'session_authenticate', async ({ id, params }) => {
      const payload = Object.assign(
        tools.populateAuthPayload({
          authPayload: params.authPayload,
          chains: ['eip155:31337'],
          methods: ['personal_sign'],
        }),
        {},
      )
      Object.assign(payload, change(payload))
      const iss = `did:pkh:eip155:31337:${signer.address}`
      const signature = await signer.signMessage({
        message: wallet.formatAuthMessage({ request: payload, iss }),
      })
      await wallet.approveSessionAuthenticate({
        id,
        auths: [tools.buildAuthObject(payload, { t: 'eip191', s: signature }, iss)],
      })
    })
  }

  test('the wallet connects and signs in with one approval', async () => {
    const site = startSite()
    const wallet = await startWallet(version)
    signsIn(wallet)
    const { uri, approval, signed } = await site.propose({ namespaces, signIn })
    await wallet.pair({ uri })
    const session = await approval
    expect(signed()).toHaveLength(1)
    // the length of the list was checked above
    const [data, message] = [signed()[0], signed()[0] && messageOf(signed()[0] as Cacao)]
    const read = parseSignIn(message ?? '')
    expect(data && sessionOf(data)).toEqual({
      data: read,
      message,
      signature: data?.s.s,
      cacao: data,
    })
    expect(read).toMatchObject({
      chainId: 'eip155:31337',
      accountAddress: signer.address,
      domain: signIn.domain,
      uri: signIn.uri,
      nonce: signIn.nonce,
      issuedAt: signIn.issuedAt,
      expirationTime: signIn.expirationTime,
    })
    expect(
      await verifyMessage({
        address: signer.address,
        message: message ?? '',
        signature: data?.s.s as `0x${string}`,
      }),
    ).toBe(true) // the schema has checked that `s` is hex
    expect(session).toMatchObject({
      namespaces: {
        eip155: { accounts: [`eip155:31337:${signer.address}`], methods: ['personal_sign'] },
      },
    })
    await expect.poll(() => wallet.session.keys).toContain(session.topic)
    expect(wallet.session.get(session.topic).namespaces['eip155']?.accounts).toEqual(
      session.namespaces['eip155']?.accounts,
    )
    once(
      wallet,
      'session_request',
      ({ id, topic }) =>
        void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed in' } }),
    )
    expect(
      await site.request({
        topic: session.topic,
        networkId: 'eip155:31337',
        method: 'personal_sign',
        params: [],
      }),
    ).toBe('signed in')
  })

  test('a wallet that cannot sign in on connect connects with the same code', async () => {
    const site = startSite()
    const wallet = await startWallet(version)
    const proposed = nextEvent(wallet, 'session_proposal')
    const { uri, approval, signed } = await site.propose({ namespaces, signIn })
    await wallet.pair({ uri })
    const { acknowledged } = await wallet.approve({ id: (await proposed).id, namespaces: granted })
    await Promise.all([approval, acknowledged()])
    expect(signed()).toEqual([])
    expect(site.sessions()).toHaveLength(1)
  })

  test('a refused sign-in connects no wallet', async () => {
    const site = startSite()
    const wallet = await startWallet(version)
    once(
      wallet,
      'session_authenticate',
      ({ id }) =>
        void wallet.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'no' } }),
    )
    const { uri, approval } = await site.propose({ namespaces, signIn })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'userRejected' })
    expect(site.sessions()).toEqual([])
  })

  test.each<[string, (payload: ReturnType<typeof tools.populateAuthPayload>) => object]>([
    ['another site', () => ({ domain: 'evil.example.org' })],
    ['another statement', () => ({ statement: 'I take no notice of the terms.' })],
    ['without the statement', () => ({ statement: undefined })],
    [
      'another resource',
      ({ resources = [] }) => ({ resources: ['https://evil.example.org/', ...resources] }),
    ],
    ['another version', () => ({ version: '2' })],
    ['another nonce', () => ({ nonce: 'abcdef654321' })],
    ['a longer time', () => ({ exp: '2200-01-01T00:00:00.000Z' })],
    ['without an end', () => ({ exp: undefined })],
  ])('a signature over other data is rejected: %s', async (_, change) => {
    const site = startSite()
    const wallet = await startWallet(version)
    signsIn(wallet, change)
    const { uri, approval } = await site.propose({ namespaces, signIn })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'signatureDeclined' })
    expect(site.sessions()).toEqual([])
  })

  test('a reloaded page receives the approval, with the nonce of the first request', async () => {
    const storage = memoryStorage()
    const wallet = await startWallet(version)
    const first = startSite(storage, 'one')
    const { uri, ready } = await first.propose({ namespaces, signIn })
    const authentication = nextEvent(wallet, 'session_authenticate')
    await ready
    await wallet.pair({ uri })
    const { id, params } = await authentication
    first.close()
    const second = startSite(storage, 'one')
    const { approval, isResumed, signed } = await second.propose({
      namespaces,
      signIn: { ...signIn, nonce: 'another12345' },
    })
    const payload = tools.populateAuthPayload({
      authPayload: params.authPayload,
      chains: ['eip155:31337'],
      methods: ['personal_sign'],
    })
    const iss = `did:pkh:eip155:31337:${signer.address}`
    const signature = await signer.signMessage({
      message: wallet.formatAuthMessage({ request: payload, iss }),
    })
    await wallet.approveSessionAuthenticate({
      id,
      auths: [tools.buildAuthObject(payload, { t: 'eip191', s: signature }, iss)],
    })
    await approval
    expect([isResumed, signed().map(({ p }) => p.nonce)]).toEqual([true, [signIn.nonce]])
  })
})

/** The parts of WalletKit that the tests use. WalletKit is a dependency of the relay's package. */
type WalletKit = {
  on<name extends SignClientTypes.Event>(
    name: name,
    listener: (event: SignClientTypes.EventArguments[name]) => void,
  ): unknown
  pair(given: { uri: string }): Promise<void>
  approveSession(given: { id: number; namespaces: object }): Promise<unknown>
  rejectSession(given: { id: number; reason: { code: number; message: string } }): Promise<void>
  respondSessionRequest(given: {
    topic: string
    response: { id: number; jsonrpc: '2.0'; result: unknown }
  }): Promise<void>
  updateSession(given: {
    topic: string
    namespaces: object
  }): Promise<{ acknowledged(): Promise<void> }>
  emitSessionEvent(given: {
    topic: string
    chainId: string
    event: { name: string; data: unknown }
  }): Promise<void>
  disconnectSession(given: {
    topic: string
    reason: { code: number; message: string }
  }): Promise<void>
}

describe('a wallet with WalletKit', () => {
  const walletKit = '@reown/walletkit'

  async function startKit(): Promise<WalletKit> {
    const require = createRequire(
      new URL('../../../../../services/relay/src/interop.alone.slow.test.ts', import.meta.url),
    ) // the versions of WalletKit are dependencies of the relay's package
    const { Core } = createRequire(require.resolve(walletKit))('@walletconnect/core')
    const core = new Core(coreOptions(relayUrl))
    quiet(core)
    onTestFinished(() => closeCore(core))
    return require(walletKit).WalletKit.init({
      core,
      metadata: metadata('Wallet'),
      signConfig: { disableRequestQueue: true },
    }) // WalletKit's queue handles only one request a second
  }

  test('the wallet connects, answers, updates, sends an event and disconnects', async () => {
    const [site, wallet] = [startSite(), await startKit()]
    wallet.on(
      'session_proposal',
      ({ id }) => void wallet.approveSession({ id, namespaces: granted }),
    )
    wallet.on(
      'session_request',
      ({ topic, id, params }) =>
        void wallet.respondSessionRequest({
          topic,
          response: { id, jsonrpc: '2.0', result: params.request.params[0] },
        }),
    )
    const { uri, approval } = await site.propose({ namespaces })
    await wallet.pair({ uri })
    const { topic } = await approval
    expect(site.sessions()).toMatchObject([
      { topic, namespaces: granted, peer: { metadata: { name: 'Wallet' } } },
    ])
    const ask = (text: string) =>
      site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [text] })
    expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['a', 'b', 'c'])
    const events: unknown[] = []
    site.subscribe((event) => events.push(event))
    await (await wallet.updateSession({ topic, namespaces: granted })).acknowledged()
    await wallet.emitSessionEvent({
      topic,
      chainId: 'eip155:31337',
      event: { name: 'chainChanged', data: 31337 },
    })
    await expect
      .poll(() => events)
      .toContainEqual({
        type: 'event',
        topic,
        networkId: 'eip155:31337',
        name: 'chainChanged',
        data: 31337,
      })
    await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await expect.poll(() => events).toContainEqual({ type: 'ended', topic })
    expect(site.sessions()).toEqual([])
  })

  test('the wallet refuses a proposal', async () => {
    const [site, wallet] = [startSite(), await startKit()]
    wallet.on(
      'session_proposal',
      ({ id }) =>
        void wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }),
    )
    const { uri, approval } = await site.propose({ namespaces })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'userRejected' })
  })
})

test('an aborted proposal rejects with `requestAborted`', async () => {
  const site = startSite()
  const giveUp = new AbortController()
  const { approval } = await site.propose({ namespaces, signal: giveUp.signal })
  giveUp.abort()
  await expect(approval).rejects.toMatchObject({ code: 'requestAborted' })
})
