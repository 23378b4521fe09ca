/** Wallets of the page whose objects and answers are hostile. */
import { bitcoinMainnetId, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../../testing/bitcoin/bitcoinAccounts.ts'
import { createBitcoinWallet } from '../../../testing/bitcoin/bitcoinWallet.ts'
import { registerWallet } from '../../../testing/registerWallet.ts'
import { startTestBitcoin, startTestPage } from '../startTestBitcoin.ts'
import type { InstalledWallet } from './dialects/InstalledWallet.ts'
import { createSatsConnectWallet } from './dialects/satsConnect.ts'
import { createStandardWallet } from './dialects/standard.ts'
import { createUnisatWallet } from './dialects/unisat.ts'
import { pageWallets } from './pageWallets.ts'

let page: EventTarget & Record<string, unknown>
beforeEach(() => void (page = startTestPage() as typeof page))

// the casts: the ids are network ids
const regtest = bitcoinRegtestId as NetworkId
const main = bitcoinMainnetId as NetworkId
const [account] = bitcoinAccounts(1)
const address = account?.payment.address ?? ''
const foreign = bitcoinAccounts(1, { network: 'mainnet' })[0]?.payment.address ?? ''

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('hostile')
    },
  },
)

test('a list of the page with anything inside is read, and lists only wallets', () => {
  const entries = fc.oneof(
    fc.anything(),
    fc.record({ id: fc.oneof(fc.string(), fc.constant('a.b')), name: fc.anything() }),
    fc.constant(throwing),
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(entries)), fc.anything(), (list, wallet) => {
      Object.assign(page, { btc_providers: list, unisat: wallet, okxwallet: throwing })
      for (const { id, name } of pageWallets([])) {
        expect(id).toMatch(/^bitcoin\.[\w.-]{1,64}$/)
        expect(name.length).toBeLessThanOrEqual(64)
      }
    }),
    { numRuns: 300 },
  )
})

test('a path of the page’s list leads only to objects with the functions of a wallet', () => {
  const wallet = { request: async () => null }
  Object.assign(page, {
    place: { wallet },
    btc_providers: [
      { id: 'place.wallet', name: 'Real' },
      { id: 'place.wallet', name: 'Twice' },
      { id: 'place', name: 'No wallet' },
      { id: 'constructor.constructor', name: 'A function' },
      { id: 'x'.repeat(101), name: 'Long' },
      { id: 'place.wallet', name: '\u202e' },
    ],
  })
  expect(pageWallets([]).map(({ name }) => name)).toEqual(['Real'])
})

test('a hundred and more wallets are cut', () => {
  const wallet = () => ({ request: async () => null })
  Object.assign(page, {
    many: Array.from({ length: 200 }, wallet),
    btc_providers: Array.from({ length: 200 }, (_, at) => ({ id: `many.${at}`, name: `W${at}` })),
  })
  expect(pageWallets([])).toHaveLength(100)
})

/** A wallet of each interface whose functions all return what `answer` makes. */
const wallets: Readonly<Record<string, (answer: () => unknown) => InstalledWallet>> = {
  standard: (answer) => {
    const call = async () => answer()
    return createStandardWallet(
      {
        chains: ['bitcoin:regtest'],
        accounts: [{ address, chains: [] }],
        features: {
          'bitcoin:connect': { connect: call },
          'standard:events': { on: call },
          'bitcoin:signMessage': { signMessage: call },
          'bitcoin:signTransaction': { signTransaction: call },
        },
      },
      [regtest],
    )
  },
  satsConnect: (answer) =>
    createSatsConnectWallet({ request: async () => answer(), addListener: answer }, [regtest]),
  unisat: (answer) => {
    const call = async () => answer()
    const names = ['requestAccounts', 'getAccounts', 'getPublicKey', 'getChain', 'on', 'signPsbt']
    return createUnisatWallet({
      ...Object.fromEntries(names.map((name) => [name, call])),
      signMessage: call,
      switchChain: call,
    })
  },
}

const entry = fc.record(
  {
    address: fc.oneof(fc.constantFrom(address, foreign, 'x'), fc.anything()),
    publicKey: fc.anything(),
    purpose: fc.oneof(fc.constantFrom('payment', 'ordinals', 'stacks'), fc.anything()),
    symbol: fc.oneof(fc.constantFrom('BTC', 'STX'), fc.anything()),
    type: fc.constantFrom('p2tr', 'p2wpkh', 3),
    chains: fc.anything(),
  },
  { requiredKeys: [] },
)
const anyAnswer = fc.oneof(
  fc.anything(),
  fc.array(fc.oneof(fc.string(), fc.constant(address), entry)),
  fc.record({ accounts: fc.array(entry) }),
  fc.record({
    result: fc.oneof(
      fc.anything(),
      fc.record({
        addresses: fc.array(entry),
        network: fc.oneof(
          fc.record({ bitcoin: fc.record({ name: fc.constantFrom('Regtest', 'Mainnet', 7) }) }),
          fc.anything(),
        ),
      }),
      fc.record({ psbt: fc.anything(), signature: fc.anything(), hex: fc.anything() }),
    ),
  }),
  fc.record({ error: fc.anything() }),
  fc.constant(throwing),
)

test.each(Object.keys(wallets))(
  '%s: whatever the wallet answers, its state is valid or it fails with a typed error',
  async (dialect) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 4 }), async (answers) => {
        let at = 0
        const wallet = wallets[dialect]?.(() => answers[at++ % answers.length])
        if (!wallet) throw new Error('There is a wallet')
        const typed = (error: unknown) => KitError.is(toWalletError(error))
        const states = [
          await wallet.connect(regtest).catch(typed),
          await wallet.read(regtest).catch(typed),
        ]
        for (const state of states) {
          if (state === true || state === undefined) continue
          expect(state).toMatchObject({
            networkId: expect.stringMatching(/^bip122:[\da-f]{32}$/) as string,
          })
          const { accounts, networkId } = state as Awaited<ReturnType<InstalledWallet['connect']>>
          expect(accounts.length).toBeGreaterThan(0)
          for (const { address: shown } of accounts)
            expect(shown).toBe(networkId === main ? foreign : address)
        }
        const [psbt, signature] = await Promise.all([
          wallet.signer
            .signPsbt({
              psbt: Uint8Array.of(1),
              inputs: [{ index: 0, address }],
              networkId: regtest,
            })
            .then((value) => value instanceof Uint8Array, typed),
          wallet.signer
            .signMessage({ address, message: 'a', networkId: regtest })
            .then((value) => typeof value === 'string', typed),
        ])
        expect([psbt, signature]).toEqual([true, true])
        wallet.listen(() => {})()
      }),
      { numRuns: 300 },
    )
  },
)

test('addresses of another network than the reported one are refused', async () => {
  const wallet = createSatsConnectWallet(
    {
      request: async () => ({
        result: {
          addresses: [{ address: foreign, purpose: 'payment' }],
          network: { bitcoin: { name: 'Regtest' } },
        },
      }),
    },
    [regtest, main],
  )
  expect(await reasonOf(wallet.connect(regtest))).toMatchObject({ code: 'answerInvalid' })
})

test('a wallet that signs with another address, or another text, is refused', async () => {
  const other = createSatsConnectWallet(
    { request: async () => ({ result: { address: foreign, signature: 'AQID' } }) },
    [regtest],
  )
  const standard = createStandardWallet(
    {
      chains: ['bitcoin:regtest'],
      accounts: [{ address }],
      features: {
        'bitcoin:signMessage': {
          signMessage: async () => [
            { signedMessage: Uint8Array.of(1), signature: Uint8Array.of(1, 2) },
          ],
        },
      },
    },
    [regtest],
  )
  for (const { signer } of [other, standard])
    expect(
      await reasonOf(signer.signMessage({ address, message: 'a', networkId: regtest })),
    ).toMatchObject({ code: 'answerInvalid' })
})

test('a wallet whose getters throw, and one without a name, are not listed', () => {
  onTestFinished(registerWallet(throwing))
  onTestFinished(registerWallet({ ...createBitcoinWallet().provider, name: '' }))
  const { kit } = startTestBitcoin()
  expect(kit.getState().connectors).toEqual([])
})
