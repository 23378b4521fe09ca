/**
 * Wallet Standard wallets with generated parts and answers. Each request to such a wallet ends with
 * a KitError or a valid answer, and other wallets work as before.
 */
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { connectionsOf, disconnected } from '../../../core/accounts/session.ts'
import { registerWallet } from '../../../testing/registerWallet.ts'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { createSolanaWallet } from '../../../testing/solana/solanaWallet.ts'
import { buildTransaction } from '../send/buildTransaction.ts'
import { transferLamports } from '../send/instructions.ts'
import { startTestPage, startTestSolana } from '../startTestSolana.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { contextOf } from '../../../core/kit/context.ts'

let page: EventTarget
let unhandled: unknown[]
beforeEach(() => {
  page = startTestPage()
  unhandled = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
})

const [me = '', other = ''] = solanaKeys(2).map(({ address }) => address)
const payment = buildTransaction(me, 'GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi', [
  transferLamports(me, other, 5n),
])
const settle = async () => {
  for (let hop = 0; hop < 3; hop++) await new Promise((resolve) => setTimeout(resolve))
}

const fail = (): never => {
  throw new Error('hostile')
}
const mine = (): object =>
  new Proxy(
    {},
    { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail, getOwnPropertyDescriptor: fail },
  )
/** A list of two accounts whose iteration never ends. */
class Endless extends Array<unknown> {
  override *[Symbol.iterator](): ArrayIterator<unknown> {
    for (;;) yield { address: me }
  }

  override slice(): unknown[] {
    return this
  }

  override map<value>(): value[] {
    return ['a list of its own'] as value[] // the wrong type is intended
  }
}
/** Bytes whose iteration never ends. They have the length of a signature. */
class EndlessBytes extends Uint8Array<ArrayBuffer> {
  override *[Symbol.iterator](): ArrayIterator<number> {
    for (;;) yield 7
  }
}
/**
 * Makes hostile values by name. They are not generated, because fast-check could not print them.
 */
const made: Readonly<Record<string, () => unknown>> = {
  mine,
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable<unknown[]>([], {})
    revoke()
    return proxy
  },
  'a thenable': () => Object.defineProperty({}, `th${'en'}`, { value: fail }),
  endless: () => Endless.from([{ address: me }, { address: other }]),
  'endless bytes': () => [
    {
      signature: EndlessBytes.of(...new Uint8Array(64)),
      signedTransaction: EndlessBytes.of(...new Uint8Array(200)),
      signedMessage: EndlessBytes.of(1, 2, 3),
    },
  ],
  'a function': () => fail,
  'a list of mines': () => [mine(), mine()],
  'a list without end': () =>
    Array.from({ length: 50_000 }, () => ({ address: me, chains: ['solana:mainnet'] })),
  'accounts of others': () => [
    { address: other },
    { address: me, chains: mine() },
    { address: `${me}1` },
    { address: me, publicKey: new Uint8Array(3), label: mine() },
  ],
  'accounts in an answer': () => ({
    accounts: [{ address: other, chains: ['solana:mainnet'] }, null, mine()],
  }),
  'a short signature': () => [{ signature: new Uint8Array(63), signedMessage: new Uint8Array(1) }],
  'a signature': () => [
    { signature: new Uint8Array(64).fill(7), signedMessage: new TextEncoder().encode('a') },
  ],
  'an unsigned transaction': () => [{ signedTransaction: payment }],
  'another transaction': () => [
    {
      signedTransaction: buildTransaction(other, 'GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi', [
        transferLamports(other, me, 1n),
      ]).fill(7, 1, 65),
    },
  ],
  'a large transaction': () => [{ signedTransaction: new Uint8Array(1_000_000) }],
  'too many': () => Array.from({ length: 1_000 }, () => ({ signedTransaction: payment })),
  'a sign-in': () => ({
    account: { address: me },
    signedMessage: new Uint8Array([0xff, 0xfe]),
    signature: new Uint8Array(64),
  }),
}
const secret = 'made by the test'
const make = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, secret)
    ? made[String(Reflect.get(value, secret))]?.()
    : value
const value = fc.oneof(
  fc.constantFrom(...Object.keys(made)).map((name) => ({ [secret]: name })),
  fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
  fc.constantFrom<unknown>(
    '',
    '\u202e',
    '__proto__',
    'x'.repeat(100_000),
    'data:text/html,<script>',
    ['solana:mainnet', 7],
    ['solana:testnet'],
    [],
  ),
)

const parts = ['version', 'name', 'icon', 'chains', 'accounts', 'features'] as const
const features = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
] as const
/**
 * A false part of a wallet: a wrong value (`is`), a part that throws when it is read, or a part
 * that is wrong at every second read (`flickers`).
 */
const falsehood = fc.record({ how: fc.constantFrom('is', 'throws', 'flickers'), value })
/** A false answer of a feature: a wrong value, a throw, a rejection, or no answer at all. */
const answer = fc.record({
  how: fc.constantFrom('gives', 'gives later', 'throws', 'rejects', 'never'),
  value,
})
type Lie = { how: string; value: unknown }
const hostile = fc.record({
  lies: fc.dictionary(fc.constantFrom(...parts), falsehood, { maxKeys: 2, noNullPrototype: true }),
  lacks: fc.dictionary(fc.constantFrom(...features), falsehood, {
    maxKeys: 1,
    noNullPrototype: true,
  }),
  answers: fc.dictionary(fc.constantFrom(...features), answer, {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  emitted: fc.array(value, { maxLength: 3 }),
  wantsSignIn: fc.boolean(),
})

function lied<value>(of: Lie | undefined, honest: () => value): () => unknown {
  if (!of) return honest
  let reads = 0
  return () => {
    reads += 1
    if (of.how === 'throws') fail()
    return of.how === 'flickers' && reads % 2 === 1 ? honest() : make(of.value)
  }
}

const plays: Readonly<Record<string, (value: unknown) => unknown>> = {
  gives: (value) => value,
  'gives later': async (value) => value,
  throws: (value) => {
    throw value
  },
  rejects: (value) => Promise.reject(value as Error),
  never: () => new Promise(() => {}),
}

/** Creates a wallet with these false parts, and the function that calls the wallet's listeners. */
function createHostile({
  lies,
  lacks,
  answers,
}: {
  lies: Readonly<Record<string, Lie>>
  lacks: Readonly<Record<string, Lie>>
  answers: Readonly<Record<string, Lie>>
}) {
  const { wallet } = createSolanaWallet({ name: 'Hostile', send: async () => {} })
  const listeners = new Set<(value: unknown) => void>()
  let isSilent = false
  const own = Object.fromEntries(
    Object.entries(wallet.features).map(([feature, one]) => {
      const [method = ''] = Object.entries(one).find(([, part]) => typeof part === 'function') ?? []
      const of = answers[feature]
      const call = (...given: readonly unknown[]) => {
        // the cast: the kit has passed a listener
        if (feature === 'standard:events') listeners.add(given[1] as (value: unknown) => void)
        isSilent ||= of?.how === 'never'
        return of
          ? plays[of.how]?.(make(of.value))
          : Reflect.apply(Reflect.get(one, method) as () => unknown, one, given)
      }
      return [feature, { ...one, [method]: call }]
    }),
  )
  const all = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(own).map(([feature, one]) => [
        feature,
        { enumerable: true, get: lied(lacks[feature], () => one) },
      ]),
    ),
  )
  const honest: Readonly<Record<string, () => unknown>> = {
    version: () => '1.0.0',
    name: () => 'Hostile',
    icon: () => wallet.icon,
    chains: () => wallet.chains,
    accounts: () => wallet.accounts,
    features: () => all,
  }
  const lying = Object.defineProperties(
    {},
    Object.fromEntries(
      parts.map((part) => [
        part,
        { enumerable: true, get: lied(lies[part], honest[part] ?? fail) },
      ]),
    ),
  )
  const emit = (value: unknown) => listeners.forEach((listener) => listener(value))
  return { wallet: lying, emit, isSilent: () => isSilent }
}

test('with any hostile wallet, each request ends with a result or a KitError, and an honest wallet connects', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async ({ emitted, wantsSignIn, ...lies }) => {
      unhandled.length = 0
      const { wallet, emit, isSilent } = createHostile(lies)
      const stops = [
        registerWallet(wallet, page),
        createSolanaWallet({ name: 'Honest' }).register(page as never),
      ] // the cast: the page is a window that has only events
      const started = startTestSolana()
      const { kit, clock } = started
      /**
       * Waits for the end of a request. Meanwhile it moves the clock, so that no pause of the kit
       * lasts.
       * @returns the request's error, or its result
       */
      const ended = async (promise: Promise<unknown>): Promise<unknown> => {
        const outcomes: { given?: unknown; error?: unknown }[] = []
        void promise.then(
          (given) => outcomes.push({ given }),
          (error: unknown) => outcomes.push({ error }),
        )
        // for a wallet that never answers, 11 minutes: longer than the kit waits
        for (await settle(); outcomes.length === 0; await settle())
          clock.advance(isSilent() ? 11 * 60_000 : 300)
        const [{ error, given } = {}] = outcomes
        if (error !== undefined)
          expect(KitError.is(error), String(KitError.is(error) ? '' : error)).toBe(true)
        return error ?? given
      }
      const expectValid = () => {
        for (const { accounts } of connectionsOf(kit.getState().sessions.solana ?? disconnected))
          expect(
            accounts.length > 0 &&
              accounts.length <= 100 &&
              accounts.every(({ address }) => isSolanaAddress(address)),
          ).toBe(true)
      }
      try {
        if (wantsSignIn) {
          const prepare = async (account: object) =>
            createSignIn({
              ...account,
              domain: 'shop.example.org',
              uri: 'https://shop.example.org',
              nonce: 'abcdefgh',
              now: 1_767_225_600_000,
              lifetime: 1_000,
            } as never)
          contextOf(started.kit).signInOnConnect = {
            requestsMessage: () => true,
            prepare: prepare as never,
            storeSessions: async () => {},
            promptNext: () => {},
          } // the cast: the text is a valid network id
        }
        const { connectors } = kit.getState()
        expect(connectors.some(({ name }) => name === 'Honest')).toBe(true)
        for (const { id, name, icon } of connectors) {
          expect(id).toMatch(/^[\w.-]{1,64}$/)
          expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{1,64}$/u)
          expect(icon ?? 'data:image/png;').toMatch(/^data:image\//)
        }
        for (const { id } of connectors.filter(({ name }) => name !== 'Honest')) {
          await ended(kit.connect({ connectorId: id }))
          expectValid()
          if (kit.getState().sessions.solana?.status !== 'connected') continue
          const signature = await ended(kit.signMessage({ message: 'a' }))
          if (!KitError.is(signature)) expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
          const hash = await ended(kit.sendTransaction({ serialized: payment }))
          if (!KitError.is(hash)) expect(hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
          const all = await ended(
            kit.request({
              method: 'solana_signAllTransactions',
              params: { transactions: [toBase64(payment), toBase64(payment)] },
            }),
          )
          if (!KitError.is(all))
            expect((all as { transactions: readonly unknown[] }).transactions).toHaveLength(2)
          for (const item of emitted) expect(() => emit(make(item))).not.toThrow()
          expectValid()
          await ended(kit.disconnect())
        }
        expect(await kit.connect({ connectorId: 'solana.honest' })).toMatchObject({ address: me })
        await settle()
        expect(unhandled).toEqual([])
      } finally {
        started.stop()
        for (const stop of stops) stop()
      }
    }),
    { seed: 15, numRuns: 80 },
  )
}, 120_000)
