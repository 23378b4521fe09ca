import { expect, test } from 'vitest'
import { accountOf } from '../core/kit/state.ts'
import type { KitOptions } from '../core/options/options.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import type { FakeAdapterOptions } from '../testing/makeFakeAdapter.ts'
import { reasonOf, startTestKit } from './startTestKit.ts'

const login = { id: 'auth', name: 'E-mail wallet', type: 'auth' } as const
const networkIds = ['eip155:31337']

/** A kit with a connected e-mail wallet, which has a smart account on one of the two networks. */
function start(
  smartAccounts: FakeAdapterOptions['smartAccounts'] = { networkIds },
  options: Partial<KitOptions> = {},
) {
  const adapter = createFakeAdapter({
    connectors: [login, { id: 'example', name: 'Example wallet' }],
    connected: ['auth'],
    ...(smartAccounts && { smartAccounts }),
  })
  const { kit } = startTestKit({ adapters: [adapter], ...options })
  return { kit, adapter, account: () => accountOf(kit.getState()) }
}

test('the account has its kind on the current network, and the kind that the visitor prefers', async () => {
  const { kit, account } = start({ networkIds, preferred: 'smartAccount', isDeployed: false })
  expect(account()).toMatchObject({
    type: 'smartAccount',
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
    allAccounts: [{ address: account()?.address, type: 'smartAccount' }],
  })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(account()).toMatchObject({ type: 'eoa', preferredAccountType: 'smartAccount' })
  expect(account()).not.toHaveProperty('smartAccountDeployed')
})

test('`setPreferredAccountType` resolves with the account of the same address', async () => {
  const { kit, account } = start()
  const before = account()
  expect(before).toMatchObject({ type: 'eoa', preferredAccountType: 'eoa' })
  expect(await kit.setPreferredAccountType({ type: 'smartAccount' })).toEqual({
    ...before,
    type: 'smartAccount',
    preferredAccountType: 'smartAccount',
    allAccounts: [{ address: before?.address, type: 'smartAccount' }],
  })
  expect(await kit.setPreferredAccountType({ type: 'eoa' })).toEqual(before)
  expect(kit.getState().toast).toBeUndefined()
})

test('on a site for ordinary accounts, a toast says so to visitors who choose a smart account', async () => {
  const { kit } = start({ networkIds }, { defaultAccountTypes: { eip155: 'eoa' } })
  await kit.setPreferredAccountType({ type: 'eoa' })
  expect(kit.getState().toast).toBeUndefined()
  await kit.setPreferredAccountType({ type: 'smartAccount' })
  expect(kit.getState().toast).toMatchObject({
    message: 'smartAccountsUnsupported',
    variant: 'info',
  })
})

test.each([
  ['another type', { networkIds }, 'safe', 'optionInvalid'],
  ['a wallet that refuses', { networkIds, answer: 'userRejected' }, 'smartAccount', 'userRejected'],
] as const)('%s: rejects, and the kind stays', async (_, smartAccounts, type, code) => {
  const { kit, account } = start(smartAccounts)
  // a site without types can pass any text
  const chosen = kit.setPreferredAccountType({ type: type as 'eoa' })
  expect(await reasonOf(chosen)).toMatchObject({ name: 'KitError', code })
  expect(account()).toMatchObject({ type: 'eoa', preferredAccountType: 'eoa' })
})

test('a wallet without smart accounts, or no e-mail wallet at all: rejects', async () => {
  const adapter = createFakeAdapter({ connectors: [login], connected: ['auth'] })
  const { kit } = startTestKit({ adapters: [adapter] })
  expect(accountOf(kit.getState())).not.toHaveProperty('type')
  expect(await reasonOf(kit.setPreferredAccountType({ type: 'smartAccount' }))).toMatchObject({
    code: 'actionNotAllowed',
  })
  adapter.setConnected([])
  expect(await reasonOf(kit.setPreferredAccountType({ type: 'smartAccount' }))).toMatchObject({
    code: 'addressOrConnectorMissing',
  })
})
