import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deafChains, reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import { announceWallet } from '../../../testing/announceWallet.ts'
import { createDevelopmentWallet } from '../../../testing/developmentWallet.ts'
import type { AnnouncedWallet } from './discovery.ts'
import { inAppWalletOf, legacyWallets } from './legacy.ts'
import { startTestPage } from '../startTestPage.ts'
import { contextOf } from '../../../core/kit/context.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

const request = async () => null
const provider = (...flags: readonly string[]) => ({
  request,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
})
const put = (ethereum: unknown) => void Object.assign(page, { ethereum })
const announced = (rdns: string, given: unknown = provider()): AnnouncedWallet => ({
  rdns,
  name: rdns,
  provider: given,
})
const found = (...others: readonly AnnouncedWallet[]) =>
  legacyWallets(others).map(({ rdns, name }) => `${rdns} ${name}`)

describe('the name of a wallet at `window.ethereum`', () => {
  test.each([
    [['isMetaMask'], 'io.metamask MetaMask'],
    [['isRabby', 'isMetaMask'], 'io.rabby Rabby'],
    [['isMetaMask', 'isTrust'], 'com.trustwallet.app Trust Wallet'],
    [['isCoinbaseWallet'], 'com.coinbase.wallet Coinbase Wallet'],
    [['isSomethingElse'], 'injected Browser wallet'],
    [[], 'injected Browser wallet'],
  ])('the flags %j give the right id and name', (flags, shown) => {
    put(provider(...flags))
    expect(found()).toEqual([shown])
  })

  test('a flag that is not exactly `true` is ignored', () => {
    put({ request, isMetaMask: 'yes', isRabby: 1 })
    expect(found()).toEqual(['injected Browser wallet'])
  })
})

test('a wallet that announced itself is not listed again', () => {
  const entry = provider('isMetaMask')
  put(entry)
  expect(found(announced('io.metamask', entry))).toEqual([])
  expect(found(announced('com.other.name', entry))).toEqual([])
  // not listed twice: MetaMask announces another object than the one at `window.ethereum`
  expect(found(announced('io.metamask'))).toEqual([])
})

test('a wallet without a name is hidden if a named wallet is present', () => {
  put(provider())
  expect(found(announced('io.rabby'))).toEqual([])
  put(provider('isTrust'))
  expect(found(announced('io.rabby'))).toEqual(['com.trustwallet.app Trust Wallet'])
})

test('several wallets in one `providers` list are each listed once', () => {
  const [fox, trust, unflagged] = [provider('isMetaMask'), provider('isTrust'), provider()]
  put({ ...fox, providers: [fox, trust, trust, unflagged, null, 7, {}] })
  expect(found()).toEqual(['io.metamask MetaMask', 'com.trustwallet.app Trust Wallet'])
})

const fail = () => {
  throw new Error('hostile')
}
test.each([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a text', 'ethereum'],
  ['a function', () => {}],
  ['an object without `request`', { isMetaMask: true }],
  [
    'an object whose properties throw',
    Object.defineProperties({}, { request: { get: fail }, isMetaMask: { get: fail } }),
  ],
  ['an object that always throws', new Proxy({}, { get: fail, has: fail })],
  ['a list that throws', { providers: new Proxy([], { get: fail }) }],
])('with %s at `window.ethereum`, no wallet is found', (_, ethereum) => {
  put(ethereum)
  expect(found()).toEqual([])
})

test('if reading `window.ethereum` throws, no wallet is found', () => {
  Object.defineProperty(page, 'ethereum', { get: fail })
  expect(found()).toEqual([])
})

test('a wallet whose flags throw is listed without a name', () => {
  put(
    new Proxy(
      { request },
      { get: (target, name) => (name === 'request' ? target.request : fail()) },
    ),
  )
  expect(found()).toEqual(['injected Browser wallet'])
})

test('inAppWalletOf returns a wallet only if the wallet is known and the only one', () => {
  expect(inAppWalletOf([announced('io.metamask')])).toBe('io.metamask')
  expect(inAppWalletOf([announced('com.new.name', provider('isTrust'))])).toBe('com.new.name')
  expect(inAppWalletOf([announced('com.unknown')])).toBeUndefined()
  expect(inAppWalletOf([announced('io.metamask'), announced('io.rabby')])).toBeUndefined()
  expect(inAppWalletOf([announced('com.brave.wallet', provider('isBraveWallet'))])).toBeUndefined()
  expect(inAppWalletOf([])).toBeUndefined()
})

describe('legacy wallets in a kit', () => {
  const prepare = ({ kit }: ReturnType<typeof startTestKit>) =>
    contextOf(kit)
      .sources.all()
      .forEach((source) => source.prepare())

  /** Sets `window.ethereum` to a wallet that answers requests. */
  function putWallet(...flags: readonly string[]) {
    const wallet = createDevelopmentWallet({ chains: deafChains })
    onTestFinished(wallet.close)
    const ethereum = { ...wallet.provider, ...provider(...flags), request: wallet.provider.request }
    put(ethereum)
    return { wallet, ethereum }
  }

  test('a legacy wallet is found only after the kit prepares its sources, and it connects', async () => {
    putWallet('isTrust')
    const started = startTestKit()
    expect(started.kit.getState().connectors).toEqual([])
    prepare(started)
    const { connectors } = await started.until((state) => state.connectors.length > 0)
    expect(connectors).toEqual([
      {
        id: 'com.trustwallet.app',
        name: 'Trust Wallet',
        icon: undefined,
        namespace: 'eip155',
        type: 'injected',
      },
    ])
    expect(await started.kit.connect({ connectorId: 'com.trustwallet.app' })).toMatchObject({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    })
  })

  test('a legacy wallet leaves the list when the same wallet announces itself later', async () => {
    const { ethereum } = putWallet()
    const started = startTestKit()
    prepare(started)
    await started.until(({ connectors }) => connectors.some(({ id }) => id === 'injected'))
    onTestFinished(
      announceWallet(
        {
          info: { uuid: '1', name: 'Late', icon: '', rdns: 'org.example.late' },
          provider: ethereum,
        },
        page,
      ),
    )
    expect(started.kit.getState().connectors.map(({ id }) => id)).toEqual(['org.example.late'])
  })

  test('the next visit reconnects a legacy wallet', async () => {
    putWallet('isTrust')
    const visit = startTestKit()
    prepare(visit)
    await visit.until((state) => state.connectors.length > 0)
    await visit.kit.connect({ connectorId: 'com.trustwallet.app' })
    visit.stop()
    const next = startTestKit({ storage: visit.storage })
    next.clock.advance(50)
    expect((await next.until(({ ready }) => ready)).sessions.eip155).toMatchObject({
      status: 'connected',
      current: { connectorId: 'com.trustwallet.app' },
    })
  })

  test.each([
    ['emits an event', () => void page.dispatchEvent(new Event('ethereum#initialized')), 300],
    ['emits no event', () => {}, 1_000],
    ['emits no event for a long time', () => {}, 2_700],
  ])(
    'on the next visit, a wallet that appears late and %s is reconnected',
    async (_, announceLater, ms) => {
      const { ethereum } = putWallet('isTrust')
      const visit = startTestKit()
      prepare(visit)
      await visit.until((state) => state.connectors.length > 0)
      await visit.kit.connect({ connectorId: 'com.trustwallet.app' })
      visit.stop()
      put(undefined)
      const next = startTestKit({ storage: visit.storage })
      next.clock.advance(50)
      await next.clock.scheduled(200)
      for (let passed = 0; passed < ms; passed += 100) next.clock.advance(100)
      expect(next.kit.getState().sessions.eip155).toMatchObject({ status: 'connecting' })
      put(ethereum)
      announceLater()
      for (let passed = 0; passed < 200; passed += 100) next.clock.advance(100)
      expect((await next.until(({ ready }) => ready)).sessions.eip155).toMatchObject({
        status: 'connected',
        current: { connectorId: 'com.trustwallet.app' },
      })
    },
  )

  test('a wallet that appears much later is listed after its event, but not after the kit has stopped', async () => {
    const started = startTestKit()
    prepare(started)
    await started.clock.scheduled(200)
    for (let passed = 0; passed < 4_000; passed += 100) started.clock.advance(100)
    putWallet('isTrust')
    started.clock.advance(1_000)
    expect(started.kit.getState().connectors).toEqual([])
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(started.kit.getState().connectors.map(({ id }) => id)).toEqual(['com.trustwallet.app'])
    started.stop()
    put(provider('isRabby'))
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(started.kit.getState().connectors.map(({ id }) => id)).not.toContain('io.rabby')
  })

  test('on a phone, the only wallet is marked with `isHome`', async () => {
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142 Mobile Safari/537.36',
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    putWallet('isTrust')
    const started = startTestKit()
    prepare(started)
    expect(
      (await started.until(({ connectors }) => connectors.length > 0)).connectors,
    ).toMatchObject([{ id: 'com.trustwallet.app', isHome: true }])
  })

  test('if a legacy wallet fails, `connect` rejects with a KitError', async () => {
    put({ request: fail, isMetaMask: true })
    const started = startTestKit()
    prepare(started)
    await started.until((state) => state.connectors.length > 0)
    expect(await reasonOf(started.kit.connect({ connectorId: 'io.metamask' }))).toMatchObject({
      name: 'KitError',
      code: 'unknown',
    })
    put(Object.freeze({ request: () => new Promise(() => {}) }))
    expect(await reasonOf(started.kit.connect({ connectorId: 'io.metamask' }))).toMatchObject({
      name: 'KitError',
    })
  })
})
