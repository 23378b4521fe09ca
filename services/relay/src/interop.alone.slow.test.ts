/**
 * Tests the unmodified public clients against this relay. docs/contracts/relay.md#client-behaviour
 */
import type { ISignClient, SessionTypes, SignClientTypes } from '@walletconnect/types'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, type TestContext, vi } from 'vitest'
import {
  createMemory,
  openSignClient,
  signClients,
  type SignVersion,
  toolsOf,
} from './testing/openSignClient.ts'
import { openWalletKit } from './testing/openWalletKit.ts'
import { developmentAccount, signText } from './testing/signText.ts'
import { startTestRelay } from './testing/startTestRelay.ts'

const versions = Object.keys(signClients) as SignVersion[] // the keys of the constant `signClients`
const pairs = versions.flatMap((site) => versions.map((wallet) => [site, wallet] as const))
const account = `eip155:1:${developmentAccount.address}`
const required = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const namespaces: SessionTypes.Namespaces = {
  eip155: {
    accounts: [account],
    methods: required.eip155.methods,
    events: required.eip155.events,
    chains: ['eip155:1'],
  },
}
const patience = 60_000

// lets several clients live in one process
beforeAll(() => void vi.stubEnv('DISABLE_GLOBAL_CORE', 'true'))
afterAll(() => void vi.unstubAllEnvs())

/**
 * Starts a relay for one test, because tests run concurrently. The relay and its clients end with
 * the test.
 */
async function begin({ onTestFinished }: TestContext) {
  const { url } = await startTestRelay({}, onTestFinished)
  const open = async (version: SignVersion, options?: Parameters<typeof openSignClient>[2]) => {
    const opened = await openSignClient(version, url, options)
    onTestFinished(opened.close)
    return opened
  }
  return { url, open }
}

/** Resolves to the arguments of a client's next event with this name. */
async function next<name extends SignClientTypes.Event>(
  client: ISignClient,
  name: name,
): Promise<SignClientTypes.EventArguments[name]> {
  const [event] = await once(client.events, name)
  return event
}

function onRequest(
  client: ISignClient,
  answer: (request: SignClientTypes.EventArguments['session_request']) => void,
): void {
  client.events.on('session_request', answer)
}

async function settle(site: ISignClient, wallet: ISignClient): Promise<string> {
  const proposed = next(wallet, 'session_proposal')
  const { uri = '', approval } = await site.connect({ optionalNamespaces: required })
  await wallet.pair({ uri })
  const { acknowledged } = await wallet.approve({ id: (await proposed).id, namespaces })
  const [session] = await Promise.all([approval(), acknowledged()])
  return session.topic
}

const sign = (topic: string, text: string) => ({
  topic,
  chainId: 'eip155:1',
  request: { method: 'personal_sign', params: [text, developmentAccount.address] },
})

/**
 * Waits until the clock shows another millisecond. The public clients make the id of a request from
 * the time and three random digits, so two requests of one millisecond have the same id in one of a
 * thousand runs, and both get the first answer.
 */
async function laterMillisecond(): Promise<void> {
  const before = Date.now()
  await vi.waitUntil(() => Date.now() !== before, { interval: 1 })
}

test.concurrent.for(pairs)(
  'a site with %s and a wallet with %s use every method of a session',
  { timeout: patience },
  async ([siteVersion, walletVersion], context) => {
    const { open } = await begin(context)
    const [{ client: site }, { client: wallet }] = [
      await open(siteVersion),
      await open(walletVersion),
    ]
    const topic = await settle(site, wallet)
    expect(site.session.get(topic).namespaces.eip155?.accounts).toEqual([account])

    onRequest(wallet, ({ topic, id, params }) => {
      const [text] = params.request.params
      const response =
        text === 'no'
          ? { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } }
          : { id, jsonrpc: '2.0', result: `signed ${text}` }
      void wallet.respond({ topic, response })
    })
    expect(await site.request(sign(topic, 'hello'))).toBe('signed hello')
    await expect(site.request(sign(topic, 'no'))).rejects.toMatchObject({ code: 5000 })
    const answers: Promise<unknown>[] = []
    for (const text of ['a', 'b', 'c']) {
      answers.push(site.request(sign(topic, text)))
      await laterMillisecond()
    }
    expect(await Promise.all(answers)).toEqual(['signed a', 'signed b', 'signed c'])

    await site.ping({ topic })
    await wallet.ping({ topic })

    const event = next(site, 'session_event')
    await wallet.emit({
      topic,
      chainId: 'eip155:1',
      event: { name: 'accountsChanged', data: [developmentAccount.address] },
    })
    expect((await event).params.event.data).toEqual([developmentAccount.address])

    const update = next(site, 'session_update')
    const widened = {
      eip155: {
        ...namespaces['eip155'],
        methods: [...required.eip155.methods, 'eth_sign'],
        accounts: [account],
        events: required.eip155.events,
      },
    }
    await (await wallet.update({ topic, namespaces: widened })).acknowledged()
    expect((await update).params.namespaces.eip155?.methods).toContain('eth_sign')

    const extended = next(site, 'session_extend')
    await (await wallet.extend({ topic })).acknowledged()
    await extended

    const deleted = next(wallet, 'session_delete')
    await site.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await deleted
    expect([site.session.length, wallet.session.length]).toEqual([0, 0])
  },
)

test.concurrent.for(pairs)(
  'a site with %s that was offline gets the events of a wallet with %s in order',
  { timeout: patience },
  async ([siteVersion, walletVersion], context) => {
    const { open } = await begin(context)
    const memory = createMemory()
    const [before, { client: wallet }] = [
      await open(siteVersion, { memory }),
      await open(walletVersion),
    ]
    const topic = await settle(before.client, wallet)
    await before.close()
    for (const name of ['first', 'second', 'third'])
      await wallet.emit({
        topic,
        chainId: 'eip155:1',
        event: { name: 'accountsChanged', data: [name] },
      })

    const received: string[] = []
    let all = () => {}
    const complete = new Promise<void>((resolve) => {
      all = resolve
    })
    const onMade = (client: ISignClient) =>
      void client.events.on(
        'session_event',
        ({ params }) => received.push(params.event.data[0]) === 3 && all(),
      )
    const { client: after } = await open(siteVersion, { memory, onMade })
    await complete
    expect(received).toEqual(['first', 'second', 'third'])
    await after.ping({ topic })
  },
)

test.concurrent.for(pairs)(
  'a site with %s gets answers from a wallet with %s that was offline',
  { timeout: patience },
  async ([siteVersion, walletVersion], context) => {
    const { open } = await begin(context)
    const memory = createMemory()
    const [{ client: site }, before] = [
      await open(siteVersion),
      await open(walletVersion, { memory }),
    ]
    const topic = await settle(site, before.client)
    await before.close()
    const first = site.request(sign(topic, 'a'))
    await laterMillisecond()
    const second = site.request(sign(topic, 'b'))
    const { client: wallet } = await open(walletVersion, { memory })
    onRequest(
      wallet,
      ({ topic, id, params }) =>
        void wallet.respond({
          topic,
          response: { id, jsonrpc: '2.0', result: params.request.params[0] },
        }),
    )
    expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  },
)

test.concurrent.for(pairs)(
  'a site with %s and a wallet with %s sign in and open a session in one step',
  { timeout: patience },
  async ([siteVersion, walletVersion], context) => {
    const { open } = await begin(context)
    const [{ client: site }, { client: wallet }] = [
      await open(siteVersion),
      await open(walletVersion),
    ]
    const proposal = next(wallet, 'session_authenticate')
    const { uri, response } = await site.authenticate({
      chains: ['eip155:1'],
      domain: 'localhost',
      uri: 'http://localhost/login',
      nonce: '1',
      methods: ['personal_sign'],
    })
    await wallet.pair({ uri })
    const { id, params } = await proposal
    const { populateAuthPayload, buildAuthObject } = toolsOf(walletVersion)
    const authPayload = populateAuthPayload({
      authPayload: params.authPayload,
      chains: ['eip155:1'],
      methods: ['personal_sign'],
    })
    const issuer = `did:pkh:${account}`
    const signature = signText(wallet.formatAuthMessage({ request: authPayload, iss: issuer }))
    const [{ auths, session }] = await Promise.all([
      response(),
      wallet.approveSessionAuthenticate({
        id,
        auths: [buildAuthObject(authPayload, { t: 'eip191', s: signature }, issuer)],
      }),
    ])
    expect([auths?.length, session?.namespaces['eip155']?.accounts]).toEqual([1, [account]])
    await site.ping({ topic: session?.topic ?? '' })
  },
)

test.concurrent.for(versions)(
  'a site with %s gets the rejection of a wallet',
  { timeout: patience },
  async (version, context) => {
    const { open } = await begin(context)
    const [{ client: site }, { client: wallet }] = [await open(version), await open(version)]
    const proposed = next(wallet, 'session_proposal')
    const { uri = '', approval } = await site.connect({ optionalNamespaces: required })
    await wallet.pair({ uri })
    const reason = { code: 5000, message: 'User rejected.' }
    const { id } = await proposed
    await Promise.all([
      expect(approval()).rejects.toMatchObject(reason),
      wallet.reject({ id, reason }),
    ])
  },
)

test.concurrent.for(versions)(
  'a site with %s and a wallet with WalletKit complete a session',
  { timeout: patience },
  async (version, context) => {
    const { url, open } = await begin(context)
    const { client: site } = await open(version)
    const { wallet, close } = await openWalletKit(url)
    context.onTestFinished(close)
    wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces }))
    wallet.on(
      'session_request',
      ({ topic, id }) =>
        void wallet.respondSessionRequest({
          topic,
          response: { id, jsonrpc: '2.0', result: '0xsigned' },
        }),
    )
    const { uri = '', approval } = await site.connect({ optionalNamespaces: required })
    await wallet.pair({ uri })
    const { topic } = await approval()
    for (let count = 0; count < 20; count += 1)
      expect(await site.request(sign(topic, `${count}`))).toBe('0xsigned')
    const event = next(site, 'session_event')
    await wallet.emitSessionEvent({
      topic,
      chainId: 'eip155:1',
      event: { name: 'chainChanged', data: 1 },
    })
    await event
    const deleted = next(site, 'session_delete')
    await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await deleted
  },
)
