import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { verifySignature } from '../../domains/siwx/server/verify/verifySignature.ts'
import { registerWallet } from '../../testing/registerWallet.ts'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { createSolanaWallet } from '../../testing/solana/solanaWallet.ts'
import type { SignInOnConnect } from '../../core/contracts/connectorSource.ts'
import type { SiwxSession } from '../../core/contracts/siwx.ts'
import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import { startTestPage, startTestSolana, startTestSolanaWallet } from './startTestSolana.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())
const [me = '', other = ''] = solanaKeys(2).map(({ address }) => address)
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** The sign-in option of a site. Collects the sessions that the site would store. */
function startSite() {
  const storedSessions: SiwxSession[] = []
  const signInOnConnect: SignInOnConnect = {
    prepare: async (account) =>
      createSignIn({
        ...account,
        domain: 'shop.example.org',
        uri: 'https://shop.example.org',
        nonce: 'abcdefgh',
        statement: 'Welcome.',
        now: 1_767_225_600_000,
        lifetime: 1_000,
      }) as never, // the cast: the text is a valid network id
    storeSessions: async (signed) => void storedSessions.push(...signed),
    requestsMessage: () => true,
    promptNext: () => {},
  }
  const started = startTestSolana()
  contextOf(started.kit).signInOnConnect = signInOnConnect
  return { ...started, storedSessions }
}

test('the wallet connects and signs in with one request', async () => {
  const wallet = startTestSolanaWallet()
  const { kit, storedSessions } = startSite()
  expect(await kit.connect({ connectorId: 'solana.solana-test-wallet' })).toMatchObject({
    address: me,
  })
  expect(wallet.requests).toEqual(['solana:signIn'])
  const [session] = storedSessions
  expect(session).toMatchObject({
    data: { accountAddress: me, chainId: networkId, nonce: 'abcdefgh', statement: 'Welcome.' },
  })
  expect(
    await verifySignature(
      {
        chainId: networkId,
        address: me,
        message: session?.message ?? '',
        signature: session?.signature ?? '',
      },
      {} as never,
    ),
  ).toBe(true)
})

test('if the visitor refuses, connecting fails with `userRejected`, and the wallet gets only one request', async () => {
  const wallet = startTestSolanaWallet()
  wallet.setBehaviour('refuse')
  const { kit, storedSessions } = startSite()
  await expect(kit.connect({ connectorId: 'solana.solana-test-wallet' })).rejects.toMatchObject({
    code: 'userRejected',
  })
  expect([wallet.requests, storedSessions]).toEqual([['solana:signIn'], []])
})

test('a wallet without `solana:signIn` only connects', async () => {
  const wallet = startTestSolanaWallet({ without: ['solana:signIn'] })
  const { kit, storedSessions } = startSite()
  await kit.connect({ connectorId: 'solana.solana-test-wallet' })
  expect([wallet.requests, storedSessions]).toEqual([['standard:connect'], []])
})

const data = {
  domain: 'shop.example.org',
  uri: 'https://shop.example.org',
  nonce: 'abcdefgh',
  statement: 'Welcome.',
  version: '1' as const,
  chainId: networkId,
  accountAddress: me,
  issuedAt: new Date(1_767_225_600_000).toISOString(),
  expirationTime: new Date(1_767_225_601_000).toISOString(),
}
test.each<[string, object]>([
  ['another statement', { statement: 'Give me all.' }],
  ['another nonce', { nonce: 'ijklmnop' }],
  ['another site', { domain: 'evil.example.org', uri: 'https://evil.example.org' }],
  ['another account', { accountAddress: other }],
  ['one more resource', { resources: ['https://evil.example.org'] }],
  ['another network', { chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }],
  ['a later end', { expirationTime: '2099-01-01T00:00:00.000Z' }],
])('if the wallet signs %s, the kit connects it but stores no session', async (_, change) => {
  const { wallet } = createSolanaWallet({ name: 'Hostile' })
  const { kit, storedSessions } = startSite()
  const account = { address: me, chains: wallet.chains }
  const signIn = async () => [
    {
      account,
      signedMessage: new TextEncoder().encode(formatSignIn({ ...data, ...change })),
      signature: new Uint8Array(64),
    },
  ]
  onTestFinished(
    registerWallet({
      ...wallet,
      accounts: [account],
      features: { ...wallet.features, 'solana:signIn': { signIn } },
    }),
  )
  await kit.connect({ connectorId: 'solana.hostile' })
  expect(storedSessions).toEqual([])
})
