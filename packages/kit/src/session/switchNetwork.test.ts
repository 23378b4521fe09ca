import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { activeNetworkId } from '../core/kit/state.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { startTestChains } from '../testing/startTestChains.ts'
import { reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const connectorId = 'app.latchkey.development'
const second = 'eip155:31338'
let devnet: Awaited<ReturnType<typeof startTestChains>>

beforeAll(async () => {
  devnet = await startTestChains()
})
afterAll(() => devnet.close())
let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/**
 * Makes a kit of two networks that is connected to a wallet. The wallet knows only the first
 * network, or both (`known`).
 */
async function start(known: 1 | 2, options: Parameters<typeof startTestKit>[0] = {}) {
  const [first] = devnet.chains
  const wallet = startTestWallet({ chains: known === 1 ? [first] : devnet.chains })
  const started = startTestKit({ chains: devnet.chains, ...options })
  await started.kit.connect({ connectorId })
  return { ...started, wallet, networkId: () => activeNetworkId(started.kit.getState()) }
}

test('without a wallet the chosen network is stored for the next visit', async () => {
  const { kit, storage, stop } = startTestKit()
  await kit.switchNetwork({ networkId: second })
  expect(activeNetworkId(kit.getState())).toBe(second)
  expect(contextOf(kit).storage.get('active-network-id')).toBe(second)
  stop()
  expect(activeNetworkId(startTestKit({ storage }).kit.getState())).toBe(second)
})

test('with a wallet, the network switch is requested from the wallet', async () => {
  const { kit, wallet, networkId } = await start(2)
  await kit.switchNetwork({ networkId: second })
  expect(wallet.getState().chain.id).toBe(31338)
  expect(networkId()).toBe(second)
  await kit.switchNetwork({ networkId: 'eip155:31337' })
  expect(networkId()).toBe('eip155:31337')
})

test('a network that the wallet switched to by itself is stored', async () => {
  const { kit, wallet, networkId } = await start(2)
  await wallet.switchChain(31338)
  await expect.poll(networkId).toBe(second)
  expect(contextOf(kit).storage.get('active-network-id')).toBe(second)
})

test('a network number without its namespace is rejected with the id that it probably means', async () => {
  const { kit } = startTestKit()
  expect(await reasonOf(kit.switchNetwork({ networkId: '31338' }))).toMatchObject({
    code: 'networkNotFound',
    message: 'Network not found',
    details: 'There is no network "31338". Did you mean "eip155:31338"?',
  })
})

test('a network that the wallet does not know is added to the wallet', async () => {
  const { kit, wallet, networkId } = await start(1)
  await kit.switchNetwork({ networkId: second })
  expect(wallet.getState().chains.map(({ id }) => id)).toEqual([31337, 31338])
  expect(networkId()).toBe(second)
})

test.each([1, 2] as const)(
  'if a wallet that knows %d networks refuses the switch, the network stays the same',
  async (known) => {
    const { kit, wallet, networkId } = await start(known)
    wallet.setBehaviour('refuse')
    expect(await reasonOf(kit.switchNetwork({ networkId: second }))).toMatchObject({
      code: 'userRejected',
    })
    expect(networkId()).toBe('eip155:31337')
    expect(kit.getState().networkId).toBe('eip155:31337')
    expect(contextOf(kit).storage.get('active-network-id')).toBeUndefined()
  },
)

test('a switch times out after four minutes, or ends on abort', async () => {
  const { kit, wallet, clock } = await start(2)
  wallet.setBehaviour('hang')
  const reason = reasonOf(kit.switchNetwork({ networkId: second }))
  await wallet.waitForRequest()
  clock.advance(240_000)
  expect(await reason).toMatchObject({ code: 'walletTimeout' })
  expect(
    await reasonOf(kit.switchNetwork({ networkId: second, signal: AbortSignal.abort() })),
  ).toMatchObject({ code: 'requestAborted' })
})

test('a wallet that cannot add networks rejects the switch', async () => {
  const answers: Record<string, unknown> = {
    wallet_requestPermissions: [],
    eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_chainId: '0x7a69',
  }
  const request = async ({ method }: { method: string }) => {
    if (method === 'wallet_switchEthereumChain')
      throw Object.assign(new Error('Unrecognized chain'), { code: 4902 })
    if (method === 'wallet_addEthereumChain')
      throw Object.assign(new Error('Not here'), { code: 4200 })
    return answers[method]
  }
  onTestFinished(
    announceWallet(
      {
        info: { name: 'Strange', rdns: 'org.example.strange' },
        provider: { on() {}, removeListener() {}, request },
      },
      page,
    ),
  )
  const { kit } = startTestKit()
  await kit.connect({ connectorId: 'org.example.strange' })
  expect(await reasonOf(kit.switchNetwork({ networkId: second }))).toMatchObject({
    name: 'KitError',
  })
  expect(activeNetworkId(kit.getState())).toBe('eip155:31337')
})

test.each(['eip155:1', 'solana:31337', '31337', '', '__proto__'])(
  'switching to %j, which is not a network of the site, fails with `networkNotFound`',
  async (networkId) => {
    const { kit } = startTestKit()
    expect(await reasonOf(kit.switchNetwork({ networkId }))).toMatchObject({
      code: 'networkNotFound',
      message: 'Network not found',
    })
  },
)

test('with `enableNetworkSwitch: false` a switch is rejected', async () => {
  const { kit, wallet, networkId } = await start(2, { enableNetworkSwitch: false })
  expect(await reasonOf(kit.switchNetwork({ networkId: second }))).toMatchObject({
    code: 'actionNotAllowed',
  })
  expect(wallet.getState().chain.id).toBe(31337)
  expect(networkId()).toBe('eip155:31337')
})

test('a wallet may switch to a network that the site does not have', async () => {
  const { wallet, until } = await start(2, { chains: [devnet.chains[0]] })
  wallet.switchChain(31338)
  expect(activeNetworkId(await until((state) => activeNetworkId(state) === second))).toBe(second)
})
