import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { parseNetworkId } from '@latchkey/protocol/caip'
import { batchingOf } from '../../chains/evm/swap/batch.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import type { SourceHost } from '../../core/contracts/connectorSource.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { linkOf } from '../../session/links.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'

beforeEach(() => void startTestPage())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const email = 'ann@example.org'
const networksMethod = 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'
const storedName = '@latchkey/smart-account-networks'

/** Starts a kit with a fake frame that stores the visitor's choice, as the wallet's frame does. */
function start({
  answers = {},
  storage = memoryStorage(),
  options = {},
  preferred = 'smartAccount',
}: {
  answers?: Parameters<typeof startTestFrame>[0]
  storage?: ReturnType<typeof memoryStorage>
  options?: Partial<KitOptions>
  preferred?: string
} = {}) {
  const chosen = { type: preferred }
  const testFrame = startTestFrame(
    {
      CONNECT_WINDOW: { payload: { action: 'CONNECT' } },
      IS_CONNECTED: { payload: { isConnected: true } },
      GET_USER: (payload) => ({
        payload: {
          address,
          chainId: (payload as { chainId: number }).chainId,
          email,
          preferredAccountType: chosen.type,
          smartAccountDeployed: false,
        },
      }),
      [networksMethod]: { payload: { smartAccountEnabledNetworks: [31338, 31337, 31337] } },
      SWITCH_NETWORK: (payload) => ({ payload: payload as object }),
      SET_PREFERRED_ACCOUNT: (payload) => {
        chosen.type = (payload as { type: string }).type
        return { payload: { type: chosen.type, address } }
      },
      ...answers,
    },
    { approvals: 'window' },
  )
  onTestFinished(testFrame.close)
  const create = ({ kit, setConnectors }: SourceHost) => ({
    ...createEmbedded(kit, testFrame.view),
    namespaces: ['eip155'] as const,
    prepare() {},
    watch() {
      setConnectors([
        {
          id: authId,
          name: 'E-mail wallet',
          namespace: 'eip155',
          type: 'auth',
          logins: { email: true, socials: [] },
        },
      ])
      return () => {}
    },
  })
  const started = startTestKit({ sources: [{ create }], storage, ...options })
  const account = () => accountOf(started.kit.getState())
  const requested = (name: string) => testFrame.requests.filter((one) => one.name === name)
  return { ...started, account, requested, testFrame }
}

test('after the login the kit reads and stores the networks with smart accounts', async () => {
  const storage = memoryStorage()
  const { kit, account, stop } = start({ storage })
  await kit.connect({ login: { email } })
  await expect.poll(account).toMatchObject({
    address,
    type: 'smartAccount',
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
  })
  expect(storage.getItem(storedName)).toBe('[31337,31338]')
  stop()
  // on the next visit the stored networks are used until the frame answers
  const next = start({ storage, answers: { [networksMethod]: 'silence' } })
  next.clock.advance(5_000)
  await next.until((state) => accountOf(state) !== undefined)
  expect(next.account()).toMatchObject({ type: 'smartAccount' })
  await next.kit.disconnect()
  expect(storage.getItem(storedName)).toBeNull()
})

test.each([
  ['none', { payload: { smartAccountEnabledNetworks: [] } }],
  ['an error', { error: { code: 'unavailable', message: '' } }],
  ['an answer of another form', { payload: { smartAccountEnabledNetworks: ['0x7a69'] } }],
] as const)('with %s the accounts have no kind', async (_, answer) => {
  const { kit, account, requested } = start({ answers: { [networksMethod]: answer } })
  await kit.connect({ login: { email } })
  await expect.poll(() => requested(networksMethod)).toHaveLength(1)
  expect(account()).not.toHaveProperty('type')
  expect(account()).not.toHaveProperty('preferredAccountType')
})

test('a wallet that names no kind of account is not asked for networks', async () => {
  const { kit, requested, account } = start({
    answers: { GET_USER: { payload: { address, chainId: 31337 } } },
  })
  await kit.connect({ login: { email } })
  expect(requested(networksMethod)).toEqual([])
  expect(account()).not.toHaveProperty('type')
})

test.each([
  [{}, undefined],
  [{ eip155: 'eoa' }, 'eoa'],
  [{ eip155: 'smartAccount' }, 'smartAccount'],
  [{ eip155: 'payment' }, undefined],
] as const)('with `defaultAccountTypes` %j the wallet is asked for %s', async (types, type) => {
  const { kit, requested } = start({ options: { defaultAccountTypes: types } })
  await kit.connect({ login: { email } })
  expect(requested('GET_USER')[0]?.payload).toEqual({
    chainId: 31337,
    ...(type && { preferredAccountType: type }),
  })
})

test('`setPreferredAccountType` asks the wallet, and reads the user again on the current network', async () => {
  const { kit, account, requested } = start({ preferred: 'eoa' })
  await kit.connect({ login: { email } })
  await expect.poll(() => account()?.type).toBe('eoa')
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await kit.setPreferredAccountType({ type: 'smartAccount' })).toMatchObject({
    address,
    networkId: 'eip155:31338',
    type: 'smartAccount',
  })
  expect(requested('SET_PREFERRED_ACCOUNT').map(({ payload }) => payload)).toEqual([
    { type: 'smartAccount' },
  ])
  expect(requested('GET_USER').at(-1)?.payload).toEqual({ chainId: 31338 })
})

test('a wallet without a smart account refuses with `actionNotAllowed`', async () => {
  const { kit, account } = start({
    preferred: 'eoa',
    answers: { SET_PREFERRED_ACCOUNT: { error: { code: 'smartAccountMissing', message: 'No' } } },
  })
  await kit.connect({ login: { email } })
  await expect.poll(() => account()?.type).toBe('eoa')
  expect(await reasonOf(kit.setPreferredAccountType({ type: 'smartAccount' }))).toMatchObject({
    name: 'KitError',
    code: 'actionNotAllowed',
  })
  expect(account()?.type).toBe('eoa')
})

test('invalid stored networks are ignored', async () => {
  for (const text of ['{', '{}', '[null,"1",-1,1.5]', '7']) {
    const storage = memoryStorage()
    storage.setItem('@latchkey/version', '1')
    storage.setItem(storedName, text)
    const { kit, account, stop } = start({ storage, answers: { [networksMethod]: 'silence' } })
    await kit.connect({ login: { email } })
    expect(account()).not.toHaveProperty('type')
    stop()
  }
})

test('on a network on which the visitor turned it off, the account is no smart account', async () => {
  const { kit, account, requested } = start({
    answers: {
      GET_USER: (payload) => {
        const { chainId } = payload as { chainId: number }
        const isOff = chainId === 31338
        const types = isOff ? ['eoa'] : ['eoa', 'smartAccount']
        return {
          payload: {
            address,
            chainId,
            accounts: types.map((type) => ({ address, type })),
            preferredAccountType: types.at(-1),
            smartAccountDeployed: !isOff,
          },
        }
      },
    },
  })
  const { connectorId } = await kit.connect({ login: { email } })
  const connection = () => {
    const session = kit.getState().sessions.eip155
    return session && 'current' in session ? session.current : undefined
  }
  await expect.poll(account).toMatchObject({ type: 'smartAccount', smartAccountDeployed: true })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  await expect.poll(account).toMatchObject({ type: 'eoa', preferredAccountType: 'eoa' })
  expect(account()).not.toHaveProperty('smartAccountDeployed')
  expect(connection()).toMatchObject({ connectorId, smartAccountNetworks: ['eip155:31337'] })
  await kit.switchNetwork({ networkId: 'eip155:31337' })
  await expect.poll(account).toMatchObject({ type: 'smartAccount', smartAccountDeployed: true })
  expect(requested('GET_USER')).toHaveLength(3)
})

test.each([
  ['closes them', { payload: {} }],
  ['leaves them', { error: { code: 'requestAborted', message: 'Closed' } }],
] as const)(
  'a visitor who turns it off in the settings and %s has no smart account',
  async (_, answer) => {
    const types = ['eoa', 'smartAccount']
    const { kit, account } = start({
      answers: {
        GET_USER: (payload) => ({
          payload: {
            address,
            chainId: (payload as { chainId: number }).chainId,
            accounts: types.map((type) => ({ address, type })),
            preferredAccountType: types.at(-1),
          },
        }),
        OPEN_SETTINGS: () => {
          types.pop()
          return answer
        },
      },
    })
    await kit.connect({ login: { email } })
    await expect.poll(account).toMatchObject({ type: 'smartAccount' })
    await linkOf(kit, 'eip155', authId)
      ?.openSettings?.()
      .catch(() => {})
    await expect.poll(account).toMatchObject({ type: 'eoa', preferredAccountType: 'eoa' })
  },
)

test('a swap asks again how the wallet sends several calls, after the visitor chose another kind', async () => {
  const { kit, account, requested } = start({
    preferred: 'eoa',
    answers: {
      RPC_REQUEST: () => {
        const status = account()?.type === 'smartAccount' ? 'ready' : 'unsupported'
        return { payload: { '0x7A69': { atomic: { status } } } }
      },
    },
  })
  await kit.connect({ login: { email } })
  await expect.poll(() => account()?.type).toBe('eoa')
  const here = { networkId: parseNetworkId('eip155:31337').networkId, address }
  expect([await batchingOf(kit, here), await batchingOf(kit, here)]).toEqual(['inOrder', 'inOrder'])
  await kit.setPreferredAccountType({ type: 'smartAccount' })
  expect(await batchingOf(kit, here)).toBe('atomic')
  expect(requested('RPC_REQUEST')).toHaveLength(2)
})
