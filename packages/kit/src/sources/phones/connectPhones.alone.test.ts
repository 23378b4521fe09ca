/**
 * Tests of how the kit connects phones. Published WalletConnect clients act as wallets, over a real
 * relay.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { WebSocket } from 'ws'
import type { ISignClient } from '@walletconnect/types'
import { openSignClient } from '../../../../../services/relay/src/testing/openSignClient.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { systemClock } from '../../core/page/clock.ts'
import type { KitEvent } from '../../core/kit/events.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import { toAddresses } from '../../core/accounts/sharedAccount.ts'
import { nextEvent } from '../walletconnect/testing/nextEvent.ts'
import { rememberWallet } from './rememberWallet.ts'
import { reasonOf, startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { contextOf } from '../../core/kit/context.ts'

const connectorId = 'walletConnect'
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let relay: string
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true') // several clients run in this process
  vi.stubGlobal('WebSocket', WebSocket)
  relay = (await startTestRelay({}, (end) => ends.unshift(end))).url
})
afterAll(async () => {
  for (const end of ends) await end()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
async function startPhone(address: string) {
  const { client, close } = await openSignClient('2.21.8', relay)
  onTestFinished(close)
  /** Reads a code and approves it. */
  async function approve(uri: string) {
    const { id } = await read(client, uri)
    const namespaces = {
      eip155: {
        accounts: [`eip155:31337:${address}`],
        methods: ['personal_sign'],
        events: ['accountsChanged', 'chainChanged'],
      },
    }
    const { topic, acknowledged } = await client.approve({ id, namespaces })
    await acknowledged()
    return topic
  }
  async function refuse(uri: string) {
    const { id } = await read(client, uri)
    await client.reject({ id, reason: { code: 5000, message: 'no' } })
  }
  /** Answers the next request with `result`. */
  async function sign(result: string) {
    const { topic, id } = await nextEvent(client, 'session_request')
    await client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  }
  return { client, approve, refuse, sign }
}

async function read(client: ISignClient, uri: string) {
  const proposed = nextEvent(client, 'session_proposal')
  await client.pair({ uri })
  return proposed
}

function startSite(options: Parameters<typeof startTestKit>[0] = {}) {
  const events: KitEvent[] = []
  const started = startTestKit({
    services: { relay },
    clock: systemClock,
    onEvent: (event) => events.push(event),
    ...options,
  })
  const { kit } = started
  /** Shows a code. */
  async function show() {
    const controller = new AbortController()
    let connecting: Promise<unknown> = Promise.resolve()
    const uri = await new Promise<string>((resolve, reject) => {
      connecting = reasonOf(
        kit.connect({
          connectorId,
          signal: controller.signal,
          onPairing: (pairing) => resolve(pairing.uri),
        }),
      )
      void connecting.then(reject)
    })
    return { uri, connecting, goBack: () => controller.abort() }
  }
  async function connect(phone: Awaited<ReturnType<typeof startPhone>>) {
    const { uri, connecting } = await show()
    const topic = await phone.approve(uri)
    expect(await connecting).toBe('fulfilled')
    return topic
  }
  const addresses = () =>
    connectionsOf(started.session() ?? { status: 'disconnected' }).flatMap(({ accounts }) =>
      toAddresses(accounts),
    )
  return { ...started, events, show, connect, addresses }
}

type Site = ReturnType<typeof startSite>

/** Expects that the wallet in use signs. */
async function expectSigning({ kit }: Site, { sign }: Awaited<ReturnType<typeof startPhone>>) {
  const signature = `0x${'5'.repeat(130)}`
  const signed = sign(signature)
  expect(await kit.signMessage({ message: 'hello' })).toBe(signature)
  await signed
}

test('an aborted second code keeps the connected phone and reports no failure', async () => {
  const site = startSite()
  const phone = await startPhone(first)
  await site.connect(phone)
  const { connecting, goBack } = await site.show()
  expect(site.addresses()).toEqual([first])
  goBack()
  expect(await connecting).toMatchObject({ code: 'requestAborted' })
  expect(site.session()).toMatchObject({
    status: 'connected',
    current: { connectorId, accounts: [{ address: first }] },
  })
  expect(
    site.events.filter(({ name }) => name === 'connectFailed' || name === 'disconnectSuccess'),
  ).toEqual([])
  expect(site.events.filter(({ name }) => name === 'connectSuccess')).toHaveLength(1)
  await expectSigning(site, phone)
}, 30_000)

test('a second phone that refuses leaves the first connected', async () => {
  const site = startSite()
  const phone = await startPhone(first)
  await site.connect(phone)
  const { uri, connecting } = await site.show()
  await (await startPhone(second)).refuse(uri)
  expect(await connecting).toMatchObject({ code: 'userRejected' })
  expect(site.addresses()).toEqual([first])
  await expectSigning(site, phone)
}, 30_000)

test('a second phone that approves is connected next to the first; each gets its own requests', async () => {
  const site = startSite()
  const [one, other] = [await startPhone(first), await startPhone(second)]
  await site.connect(one)
  const topic = await site.connect(other)
  expect(site.session()).toMatchObject({
    current: { connectorId: `walletConnect:${topic}`, accounts: [{ address: second }] },
    others: [{ connectorId, accounts: [{ address: first }] }],
  })
  expect(site.states.filter(({ sessions }) => sessions.eip155?.status === 'disconnected')).toEqual(
    [],
  )
  expect(site.events.filter(({ name }) => name === 'connectSuccess')).toHaveLength(2)
  await expectSigning(site, other)
  expect(await site.kit.switchConnection({ connectorId })).toMatchObject({ address: first })
  await expectSigning(site, one)
  await site.kit.connect({ connectorId: `walletConnect:${topic}` }) // connected already: no request
  expect(site.addresses()).toEqual([second, first])
}, 30_000)

test('the next visit restores three phones, with the same one in use', async () => {
  const site = startSite()
  const phones = [
    await startPhone(first),
    await startPhone(second),
    await startPhone(third),
  ] as const
  await site.connect(phones[0])
  const topic = await site.connect(phones[1])
  await site.connect(phones[2])
  await site.kit.switchConnection({ connectorId: `walletConnect:${topic}` })
  site.stop()

  const later = startSite({ storage: site.storage })
  await later.until(({ ready }) => ready)
  expect(later.addresses().toSorted()).toEqual([first, second, third].toSorted())
  expect(later.addresses()[0]).toBe(second)
  await expectSigning(later, phones[1])
  await later.kit.switchConnection({ connectorId })
  await expectSigning(later, phones[0])
  await later.kit.disconnect({ all: true })
  expect(later.session()?.status).toBe('disconnected')
  await expect.poll(() => phones.flatMap(({ client }) => client.session.getAll())).toEqual([])
}, 30_000)

test.each([connectorId, 'the other'])(
  'disconnecting %s disconnects only its phone; the other phone stays, also on the next visit',
  async (order) => {
    const site = startSite()
    const [one, other] = [await startPhone(first), await startPhone(second)]
    await site.connect(one)
    const otherId = `walletConnect:${await site.connect(other)}`
    const [leaving, staying, stays] =
      order === connectorId ? [one, other, second] : [other, one, first]
    const left = nextEvent(leaving.client, 'session_delete')
    await site.kit.disconnect({ connectorId: order === connectorId ? connectorId : otherId })
    await left
    expect(site.addresses()).toEqual([stays])
    expect(staying.client.session.getAll()).toHaveLength(1)
    await expectSigning(site, staying)
    site.stop()

    const later = startSite({ storage: site.storage })
    await later.until(({ ready }) => ready)
    expect(later.addresses()).toEqual([stays])
    await expectSigning(later, staying)
  },
  30_000,
)

test('a phone that disconnects leaves the other phone connected, and its id is free for a third phone', async () => {
  const site = startSite()
  const [one, other] = [await startPhone(first), await startPhone(second)]
  const topic = await site.connect(one)
  await site.connect(other)
  await one.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
  await site.until(() => site.addresses().length === 1)
  expect(site.addresses()).toEqual([second])
  await expectSigning(site, other)
  await site.connect(await startPhone(third)) // it gets the id `walletConnect`, which is free again
  expect(site.session()).toMatchObject({
    current: { connectorId, accounts: [{ address: third }] },
    others: [{ accounts: [{ address: second }] }],
  })
}, 30_000)

test('a phone stored by an earlier version, without `phones.first`, is restored', async () => {
  const site = startSite()
  const phone = await startPhone(first)
  await site.connect(phone)
  site.stop()
  site.storage.removeItem('@latchkey/phones.first')
  const later = startSite({ storage: site.storage })
  await later.until(({ ready }) => ready)
  expect(later.session()).toMatchObject({
    current: { connectorId, accounts: [{ address: first }] },
  })
  await expectSigning(later, phone)
}, 30_000)

test('an abort at the moment when the second phone connects does not disconnect that phone', async () => {
  const site = startSite()
  await site.connect(await startPhone(first))
  const { uri, connecting, goBack } = await site.show()
  site.kit.subscribe(() => site.addresses().includes(second) && goBack())
  await (await startPhone(second)).approve(uri)
  expect(await connecting).toBe('fulfilled')
  expect(site.addresses()).toEqual([second, first])
}, 30_000)

test('the first phone can be disconnected while the second phone has not answered', async () => {
  const site = startSite()
  await site.connect(await startPhone(first))
  const { uri, connecting } = await site.show()
  await site.kit.disconnect()
  expect(site.addresses()).toEqual([])
  const other = await startPhone(second)
  await other.approve(uri)
  expect(await connecting).toBe('fulfilled')
  expect(site.addresses()).toEqual([second])
  await expectSigning(site, other)
}, 30_000)

test('next to an extension, a phone that is not in use stays connected', async () => {
  const phone = await startPhone(first)
  startTestPage() // not earlier: on a page, published clients write to the console
  const site = startSite()
  await site.connect(phone)
  startTestWallet({ rdns: 'one' }).selectAccount(second)
  await site.kit.connect({ connectorId: 'one' })
  const { goBack, connecting } = await site.show()
  goBack()
  await connecting
  expect(site.session()).toMatchObject({
    current: { connectorId: 'one' },
    others: [{ connectorId, accounts: [{ address: first }] }],
  })
  await site.kit.switchConnection({ connectorId })
  await expectSigning(site, phone)
}, 30_000)

describe('a phone that approves after the visitor has closed the code', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
  // on this device, the visitor leaves the page to answer, so the code is stored
  beforeEach(() =>
    vi.stubGlobal('navigator', {
      userAgent: iPhone,
      platform: 'iPhone',
      maxTouchPoints: 5,
      languages: ['en'],
    }),
  )
  afterEach(() => vi.stubGlobal('navigator', undefined))

  const successes = ({ events }: Site) => events.filter(({ name }) => name === 'connectSuccess')

  /** Shows a code, closes it, and lets the phone approve it. */
  async function approveLate(site: Site, phone: Awaited<ReturnType<typeof startPhone>>) {
    const { uri, connecting, goBack } = await site.show()
    goBack()
    expect(await connecting).toMatchObject({ code: 'requestAborted' })
    return phone.approve(uri)
  }

  test('the phone is in use if no other wallet is connected, and `connectSuccess` is reported once', async () => {
    const site = startSite()
    const phone = await startPhone(first)
    await approveLate(site, phone)
    await expect
      .poll(() => successes(site))
      .toEqual([
        {
          name: 'connectSuccess',
          wallet: expect.any(String),
          walletId: expect.any(String),
          method: 'qrcode',
          namespace: 'eip155',
          networkId: 'eip155:31337',
        },
      ])
    expect(site.session()).toMatchObject({
      status: 'connected',
      current: { connectorId, accounts: [{ address: first }] },
    })
    expect(site.kit.getState().walletChange).toBeUndefined()
    expect(contextOf(site.kit).storage.get('recent-connector')).toBe(connectorId)
    await expectSigning(site, phone)
    site.stop()

    const later = startSite({ storage: site.storage })
    await later.until(({ ready }) => ready)
    expect(later.addresses()).toEqual([first])
    expect(successes(later)).toEqual([]) // no further events
  }, 30_000)

  test('the phone is added next to the wallet in use, and a wallet change is reported', async () => {
    const site = startSite()
    await site.connect(await startPhone(first))
    const topic = await approveLate(site, await startPhone(second))
    await site.until(({ walletChange }) => walletChange !== undefined)
    expect(site.kit.getState().walletChange).toMatchObject({
      event: 'added',
      connection: { connectorId: `walletConnect:${topic}` },
    })
    expect(site.addresses()).toEqual([first, second])
    await expect.poll(() => successes(site)).toHaveLength(2)
    expect(
      site.states.every(
        ({ sessions: { eip155 } }) =>
          !eip155 || !('current' in eip155) || eip155.current.accounts[0]?.address === first,
      ),
    ).toBe(true)
  }, 30_000)

  test('the event has the method `mobile` if the phone’s app was opened on this device', async () => {
    const site = startSite()
    const { uri, connecting, goBack } = await site.show()
    rememberWallet(site.kit, { name: 'Pocket', mobile_link: 'pocket://' })
    goBack()
    await connecting
    await (await startPhone(first)).approve(uri)
    await expect.poll(() => successes(site)).toMatchObject([{ method: 'mobile' }])
  }, 30_000)
})
