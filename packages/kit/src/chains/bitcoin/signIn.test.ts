/** Signing in with Bitcoin wallets, from the kit to a site's server. BIP-322, CAIP-122 */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { accountOf } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'
import { createSiwxServer } from '../../domains/siwx/server/createSiwxServer.ts'
import { serverSiwx } from '../../domains/siwx/serverSiwx.ts'
import { signIn } from '../../domains/siwx/signIn.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import type { BitcoinDialect, BitcoinWalletOptions } from '../../testing/bitcoin/bitcoinWallet.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { startTestBitcoin, startTestBitcoinWallet, startTestPage } from './startTestBitcoin.ts'
import { idOfWallet } from './startTestChain.ts'

beforeEach(() => void startTestPage())
afterEach(() => void vi.unstubAllGlobals())

/** A page whose server answers its requests to `/siwx`, with a connected wallet. */
async function start(dialect: BitcoinDialect, wallet: BitcoinWalletOptions = {}) {
  const origin = 'http://localhost:3000'
  vi.stubGlobal('location', new URL(origin))
  const clock = manualClock()
  const server = createSiwxServer({
    domain: 'localhost:3000',
    secret: 'a secret of at least 32 characters',
    clock,
  })
  let jar = ''
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await server.handle(
      new Request(origin + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), origin, cookie: jar },
      }),
    ) // the cast: the kit passes headers as a plain object
    jar = answer.headers.get('set-cookie')?.split(';')[0] ?? jar
    return answer
  })
  startTestBitcoinWallet({ dialect, ...wallet })
  const { kit } = startTestBitcoin({ siwx: serverSiwx({ required: false }), clock })
  contextOf(kit).hasProvider = true
  await kit.connect({ connectorId: idOfWallet[dialect] })
  onTestFinished(() => kit.disconnect())
  return kit
}

const cases: readonly [name: string, dialect: BitcoinDialect, wallet: BitcoinWalletOptions][] = [
  ...(Object.keys(idOfWallet) as readonly BitcoinDialect[]).map(
    (dialect): [string, BitcoinDialect, BitcoinWalletOptions] => [dialect, dialect, {}],
  ),
  ['a wallet that signs by BIP-137', 'standard', { protocol: 'ecdsa' }],
  [
    'segwit in P2SH',
    'satsConnect',
    { accounts: (network) => bitcoinAccounts(1, { network, payment: 'p2sh' }) },
  ],
  [
    'segwit in P2SH by BIP-137',
    'standard',
    {
      protocol: 'ecdsa',
      accounts: (network) => bitcoinAccounts(1, { network, payment: 'p2sh' }),
    },
  ],
]

test.each(cases)('the server accepts the sign-in: %s', async (_, dialect, wallet) => {
  const kit = await start(dialect, wallet)
  const { message, data } = await signIn(kit)
  const account = accountOf(kit.getState())
  expect(message).toContain(account?.address)
  expect(data).toMatchObject({ accountAddress: account?.address, chainId: account?.networkId })
  expect(account && kit.getState().siwx?.[account.accountId]).toBe('signedIn')
})

test('the server refuses the signature of another account', async () => {
  // the wallet shows one account, and signs with the key of another one
  const [own, other] = bitcoinAccounts(2)
  if (!own || !other) throw new Error('There are two accounts')
  const { privateKey } = other.payment
  const kit = await start('satsConnect', {
    accounts: () => [{ ...own, payment: { ...own.payment, privateKey } }],
    protocol: 'ecdsa',
  })
  expect(await reasonOf(signIn(kit))).not.toBe('fulfilled')
})
