/**
 * Hostile wallets. Whatever form such a wallet has and whatever it answers, the session stays
 * valid, the page gets no unhandled rejection, and other wallets can connect.
 */
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectionsOf, disconnected } from '../../../core/accounts/session.ts'
import { registerWallet } from '../../../testing/registerWallet.ts'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { createSolanaWallet } from '../../../testing/solana/solanaWallet.ts'
import { startTestPage, startTestSolana, startTestSolanaWallet } from '../startTestSolana.ts'
import { idOfName } from '../../../sources/installed/idOfName.ts'

let page: EventTarget
let unhandled: unknown[]
beforeEach(() => {
  page = startTestPage()
  unhandled = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
})

const fail = (): never => {
  throw new Error('hostile')
}
/** An object that throws on every use. */
const mine = (): object =>
  new Proxy(
    {},
    { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail, getOwnPropertyDescriptor: fail },
  )
const settle = async () => {
  for (let hop = 0; hop < 4; hop++) await new Promise((resolve) => setTimeout(resolve))
}
const honest = () => createSolanaWallet({ name: 'Hostile' }).wallet
const register = (wallet: unknown) => onTestFinished(registerWallet(wallet, page))

type Started = ReturnType<typeof startTestSolana>

/**
 * Expects that an honest wallet can connect, that every session is valid, and that there was no
 * unhandled rejection.
 */
async function expectUnhurt({ kit }: Started): Promise<void> {
  startTestSolanaWallet({ name: 'Honest' })
  await kit.connect({ connectorId: 'solana.honest' })
  await settle()
  const connections = connectionsOf(kit.getState().sessions.solana ?? disconnected)
  expect(connections.map(({ connectorId }) => connectorId)).toContain('solana.honest')
  for (const { accounts } of connections)
    expect(accounts.length > 0 && accounts.every(({ address }) => isSolanaAddress(address))).toBe(
      true,
    )
  expect(unhandled).toEqual([])
}

test.each<[string, () => unknown]>([
  ['a number', () => 7],
  ['null', () => null],
  ['an object that throws', mine],
  ['no features', () => ({ ...honest(), features: undefined })],
  ['features that throw', () => ({ ...honest(), features: mine() })],
  ['chains that throw', () => ({ ...honest(), chains: new Proxy([], { get: fail }) })],
  ['a name that is not a text', () => ({ ...honest(), name: { toString: fail } })],
  ['an invisible name', () => ({ ...honest(), name: '\u200b\u202e \n' })],
  ['another chain', () => ({ ...honest(), chains: ['sui:mainnet'] })],
  ['no feature that signs', () => ({ ...honest(), features: { 'standard:connect': {} } })],
  ['a getter that throws', () => Object.defineProperty({ ...honest() }, 'icon', { get: fail })],
])('a registered value is not listed as a wallet: %s', async (_, make) => {
  const started = startTestSolana()
  register(make())
  expect(started.kit.getState().connectors).toEqual([])
  await expectUnhurt(started)
})

test('a wallet’s name is cut and cleaned, and only an embedded icon is shown', () => {
  const { kit } = startTestSolana()
  register({
    ...honest(),
    name: `<img src=x onerror=alert(1)>\u202e\n${'endless '.repeat(10_000)}`,
    icon: 'https://example.org/spy.png',
  })
  register({ ...honest(), name: 'Script', icon: 'data:text/html,<script>' })
  const [long, script] = kit.getState().connectors
  expect(long?.name).toHaveLength(64)
  expect(long?.name).not.toMatch(/[\n\u202e]/)
  expect(long?.id).toMatch(/^[\w.-]{1,64}$/)
  expect([long?.icon, script?.icon]).toEqual([undefined, undefined])
})

test('of a thousand wallets a hundred are listed, and equal names get different ids', () => {
  const { kit } = startTestSolana()
  const first = createSolanaWallet({ name: 'First' })
  onTestFinished(first.register(page as never))
  onTestFinished(first.register(page as never)) // registered again, and must be listed once
  register({ ...honest(), name: 'FIRST ', icon: 'data:image/png;base64,AAAA' })
  page.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: ({ register: take }: { register: (...all: unknown[]) => void }) =>
        take(
          ...Array.from({ length: 1_000 }, (_, index) => ({ ...first.wallet, name: `W${index}` })),
        ),
    }),
  )
  expect(kit.getState().connectors).toHaveLength(100)
  expect(kit.getState().connectors.slice(0, 3)).toMatchObject([
    { id: 'solana.first', name: 'First', icon: first.wallet.icon },
    { id: 'solana.first.2', name: 'FIRST' },
    { id: 'solana.w0' },
  ])
})

test('different names get different ids, and each id is valid', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (one, other) => {
        expect(idOfName('solana', one)).toMatch(/^[\w.-]{1,64}$/)
        expect(idOfName('solana', one) === idOfName('solana', other)).toBe(
          one.trim().toLowerCase() === other.trim().toLowerCase(),
        )
      },
    ),
  )
})

test.each<[string, () => unknown]>([
  ['a call that throws', fail],
  ['an object that throws', mine],
  ['text', () => 'yes'],
  ['invalid accounts', () => ({ accounts: [null, 1, mine(), { address: 'x' }] })],
  ['accounts that throw', () => ({ accounts: new Proxy([], { get: fail }) })],
  [
    'an account on another chain',
    () => ({ accounts: [{ address: solanaKeys(1)[0]?.address, chains: ['sui:mainnet'] }] }),
  ],
])('a wallet that answers with %s is not connected', async (_, connect) => {
  const started = startTestSolana()
  register({ ...honest(), features: { ...honest().features, 'standard:connect': { connect } } })
  await expect(started.kit.connect({ connectorId: 'solana.hostile' })).rejects.toMatchObject({
    name: 'KitError',
  })
  expect(started.kit.getState().sessions.solana?.status).toBe('disconnected')
  await expectUnhurt(started)
})

test('with any account changes from the wallet, the session stays valid', async () => {
  const addresses = solanaKeys(3).map(({ address }) => ({ address, chains: ['solana:mainnet'] }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.constantFrom<unknown>(
            undefined,
            null,
            [],
            addresses,
            addresses.slice(1),
            [...addresses, ...addresses],
            [{ address: 'x' }],
          ),
          fc.anything(),
        ),
        { maxLength: 8 },
      ),
      async (values) => {
        let accounts: unknown = addresses
        let listener: (properties: unknown) => void = () => {}
        const wallet = {
          ...honest(),
          features: {
            ...honest().features,
            'standard:connect': { connect: async () => ({ accounts }) },
            'standard:events': {
              on: (_: string, given: typeof listener) => void (listener = given),
            },
          },
        }
        const stop = registerWallet(
          Object.defineProperty({ ...wallet }, 'accounts', { get: () => accounts }),
          page,
        )
        const started = startTestSolana()
        try {
          await started.kit.connect({ connectorId: 'solana.hostile' })
          for (const one of values) {
            accounts = one
            expect(() => listener({ accounts: one })).not.toThrow()
            for (const connection of connectionsOf(
              started.kit.getState().sessions.solana ?? disconnected,
            ))
              expect(
                connection.accounts.length > 0 &&
                  connection.accounts.every(({ address }) => isSolanaAddress(address)),
              ).toBe(true)
          }
          await settle()
          expect(unhandled).toEqual([])
        } finally {
          started.stop()
          stop()
        }
      },
    ),
    { seed: 7, numRuns: 40 },
  )
})

test.each<[string, unknown]>([
  ['text', 'signed'],
  ['no signature', [{}]],
  ['a short signature', [{ signature: new Uint8Array(63) }]],
  ['a signature that throws', [mine()]],
  [
    'a signature of another text',
    [{ signature: new Uint8Array(64), signedMessage: new Uint8Array([1, 2, 3]) }],
  ],
])('signMessage rejects the wallet’s answer: %s', async (_, answer) => {
  const started = startTestSolana()
  const wallet = createSolanaWallet({ name: 'Hostile' })
  const hostile = {
    ...wallet.wallet,
    features: {
      ...wallet.wallet.features,
      'solana:signMessage': { signMessage: async () => answer },
    },
  }
  register(Object.defineProperty(hostile, 'accounts', { get: () => wallet.wallet.accounts }))
  await started.kit.connect({ connectorId: 'solana.hostile' })
  await expect(started.kit.signMessage({ message: 'a' })).rejects.toMatchObject({
    code: 'answerInvalid',
  })
  await expectUnhurt(started)
})
