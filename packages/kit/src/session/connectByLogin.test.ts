import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import type { KitEvent } from '../core/kit/events.ts'
import type { KitOptions } from '../core/options/options.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import type { FakeAdapterOptions } from '../testing/makeFakeAdapter.ts'
import { reasonOf, startTestKit } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

beforeEach(() => void startTestPage())

const email = 'ann.lee@mail.example.org'
const auth = {
  id: 'auth',
  name: 'Bakery login',
  type: 'auth',
  logins: { email: true, socials: ['google', 'apple'] },
} as const
const postal = { ...auth, id: 'postal', logins: { email: true, socials: [] } } as const
const wallet = { id: 'fox', name: 'Fox' }

function start(options: FakeAdapterOptions = {}, site: Partial<KitOptions> = {}) {
  const adapter = createFakeAdapter({ connectors: [wallet, auth, postal], ...options })
  return { adapter, ...startTestKit({ adapters: [adapter], ...site }) }
}

test('an e-mail address or a social login is passed to the adapter', async () => {
  const { kit, adapter } = start()
  expect(await kit.connect({ connectorId: 'auth', login: { email } })).toMatchObject({
    connectorId: 'auth',
  })
  expect(await kit.connect({ connectorId: 'auth', login: { social: 'apple' } })).toMatchObject({
    connectorId: 'auth',
  })
  expect(adapter.logins).toEqual([{ email }, { social: 'apple' }])
})

test('without a connector id, the first connector with that login is used', async () => {
  const { kit, adapter } = start({ connectors: [wallet, postal, auth] })
  expect(await kit.connect({ login: { email } })).toMatchObject({ connectorId: 'postal' })
  expect(await kit.connect({ login: { social: 'google' } })).toMatchObject({ connectorId: 'auth' })
  expect(adapter.logins).toHaveLength(2)
})

test.for([
  ['a wallet', { connectorId: 'fox', login: { email } }, 'addressOrConnectorMissing'],
  [
    'a connector without that company',
    { connectorId: 'auth', login: { social: 'github' } },
    'addressOrConnectorMissing',
  ],
  ['no connector with that company', { login: { social: 'github' } }, 'addressOrConnectorMissing'],
  [
    'another namespace',
    { connectorId: 'auth', namespace: 'solana', login: { email } },
    'connectorNotFound',
  ],
  ['an unknown connector', { connectorId: 'nobody', login: { email } }, 'connectorNotFound'],
  ['an invalid address', { login: { email: 'ann' } }, 'optionInvalid'],
  [
    'an address that is too long',
    { login: { email: `ann@${'b'.repeat(250)}.org` } },
    'optionInvalid',
  ],
  ['a number for an address', { login: { email: 7 } }, 'optionInvalid'],
  ['an unknown company', { login: { social: 'myspace' } }, 'optionInvalid'],
  ['two logins at once', { login: { email, social: 'google' } }, 'optionInvalid'],
  ['nothing', { login: {} }, 'optionInvalid'],
] as const)('connect rejects with a code, without a login: %s', async ([, parameters, code]) => {
  const { kit, adapter, session } = start()
  // a page without TypeScript may pass such parameters
  expect(await reasonOf(kit.connect(parameters as object))).toMatchObject({
    name: 'KitError',
    code,
  })
  expect(adapter.logins).toEqual([])
  expect(session()?.status ?? 'disconnected').toBe('disconnected')
})

test('logins that an ordinary wallet reports are ignored', async () => {
  const { kit, adapter } = start({ connectors: [{ ...wallet, logins: auth.logins }] })
  expect(await reasonOf(kit.connect({ connectorId: 'fox', login: { email } }))).toMatchObject({
    code: 'addressOrConnectorMissing',
  })
  expect(adapter.logins).toEqual([])
})

test('an invalid e-mail address is reported without the address', async () => {
  const { kit } = start()
  const reason = await reasonOf(kit.connect({ login: { email: 'ann.lee@mail' } }))
  expect(reason).toMatchObject({
    message: expect.stringContaining(
      'Option "login.email" is not an e-mail address. Pass one like name@example.org.',
    ),
  })
  expect(String(reason) + JSON.stringify(reason)).not.toContain('ann.lee')
})

test.for(['approve', 'userRejected', 'optionInvalid'] as const)(
  'an e-mail address is in no event, error or storage: %s',
  async (connect) => {
    const events: KitEvent[] = []
    const { kit, storage, states } = start(
      { connect },
      { debug: true, onEvent: (event) => events.push(event) },
    )
    const outcome = await reasonOf(kit.connect({ login: { email } }))
    expect(events.map(({ name }) => name)).toEqual([
      'walletSelected',
      connect === 'approve' ? 'connectSuccess' : 'connectFailed',
    ])
    if (connect === 'approve')
      expect(events.at(-1)).toMatchObject({ method: 'login', wallet: 'Bakery login' })
    const stored = ['recent-wallets', 'recent-connector', 'connections'].map((key) =>
      storage.getItem(`@latchkey/${key}`),
    )
    expect(JSON.stringify([events, states, stored, String(outcome), outcome])).not.toContain(
      'ann.lee',
    )
  },
)

test('a login is not stored as a recent wallet, but as the recent connector', async () => {
  const { kit } = start()
  await kit.connect({ connectorId: 'fox' })
  await kit.connect({ login: { email } })
  expect(contextOf(kit).storage.get('recent-wallets')).toEqual([wallet])
  expect(contextOf(kit).storage.get('recent-connector')).toBe('auth')
})

test('a refused login can be repeated', async () => {
  const { kit, adapter } = start({ connect: 'userRejected' })
  expect(await reasonOf(kit.connect({ login: { social: 'google' } }))).toMatchObject({
    code: 'userRejected',
  })
  adapter.set({ connect: 'approve' })
  expect(await kit.connect({ login: { social: 'google' } })).toMatchObject({ connectorId: 'auth' })
})
