import { beforeEach, expect, test, vi } from 'vitest'
import { reasonOf } from '../../session/startTestKit.ts'
import { toAddresses } from '../../core/accounts/sharedAccount.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { fromBase58 } from '@latchkey/protocol/base58'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  unreachableNetworks,
  startTestPage,
  startTestSolana,
  startTestSolanaWallet,
} from './startTestSolana.ts'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { solana } from './solana.ts'

beforeEach(() => void startTestPage())
const [one, two, three] = solanaKeys(3).map(({ address }) => address)
const id = 'solana.solana-test-wallet'

test('solana throws `optionInvalid` for an invalid option', () => {
  expect(() => (solana as (options: unknown) => unknown)({ announce: 1 })).toThrow(
    expect.objectContaining({ code: 'optionInvalid' }),
  )
})

test('wallets registered before and after the start are listed', () => {
  const early = startTestSolanaWallet({ name: 'Early' })
  const { kit } = startTestSolana()
  startTestSolanaWallet({ name: 'Late' })
  expect(kit.getState().connectors).toMatchObject([
    {
      id: 'solana.early',
      name: 'Early',
      icon: early.wallet.icon,
      namespace: 'solana',
      type: 'injected',
    },
    { id: 'solana.late' },
  ])
})

test('a wallet connects, signs a message and disconnects', async () => {
  const wallet = startTestSolanaWallet()
  const { kit } = startTestSolana()
  const account = await kit.connect({ connectorId: id })
  expect(account).toMatchObject({
    address: one,
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    namespace: 'solana',
  })
  const signature = await kit.signMessage({ message: 'Grüße' })
  expect(
    ed25519.verify(fromBase58(signature), new TextEncoder().encode('Grüße'), fromBase58(one ?? '')),
  ).toBe(true)
  await kit.disconnect()
  expect([kit.getState().sessions.solana?.status, wallet.wallet.accounts]).toEqual([
    'disconnected',
    [],
  ])
})

test('a refused connection fails with `userRejected` and leaves no session', async () => {
  const wallet = startTestSolanaWallet()
  wallet.setBehaviour('refuse')
  const { kit } = startTestSolana()
  expect(await reasonOf(kit.connect({ connectorId: id }))).toMatchObject({ code: 'userRejected' })
  expect(kit.getState().sessions.solana?.status).toBe('disconnected')
})

test('connecting to a wallet that never answers fails with `walletTimeout`', async () => {
  const wallet = startTestSolanaWallet()
  wallet.setBehaviour('hang')
  const { kit, clock } = startTestSolana()
  const connecting = reasonOf(kit.connect({ connectorId: id }))
  await vi.waitFor(() => expect(wallet.requests).toEqual(['standard:connect']))
  clock.advance(10 * 60_000)
  expect(await connecting).toMatchObject({ code: 'walletTimeout' })
})

test('the accounts follow the wallet; a locked wallet disconnects, and reconnects when unlocked', async () => {
  const wallet = startTestSolanaWallet()
  const { kit, until } = startTestSolana()
  await kit.connect({ connectorId: id })
  wallet.share([three ?? '', two ?? ''])
  await until(
    ({ sessions }) =>
      sessions.solana?.status === 'connected' &&
      toAddresses(sessions.solana.current.accounts).join() === [three, two].join(),
  )
  wallet.share([])
  await until(({ sessions }) => sessions.solana?.status === 'disconnected')
  wallet.share([two ?? ''])
  const { sessions } = await until((state) => state.sessions.solana?.status === 'connected')
  expect(sessions.solana).toMatchObject({ current: { accounts: [{ address: two }] } })
})

test('a network switch needs no request to the wallet; a network that the wallet lacks is refused', async () => {
  const wallet = startTestSolanaWallet({ chains: ['solana:mainnet', 'solana:localnet'] })
  const { kit } = startTestSolana({
    networks: [
      ...unreachableNetworks,
      { ...unreachableNetworks[0], id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Devnet' },
    ],
  })
  await kit.connect({ connectorId: id })
  await kit.switchNetwork({ networkId: 'solana:LatchkeyTestNetwork1111111111111' })
  expect(kit.getState()).toMatchObject({
    networkId: 'solana:LatchkeyTestNetwork1111111111111',
    sessions: { solana: { current: { networkId: 'solana:LatchkeyTestNetwork1111111111111' } } },
  })
  expect(
    await reasonOf(kit.switchNetwork({ networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })),
  ).toMatchObject({ code: 'switchChain' })
  expect(wallet.requests).toEqual(['standard:connect'])
})

test('a wallet that supports none of the networks is not connected', async () => {
  startTestSolanaWallet({ chains: ['solana:testnet'] })
  const { kit } = startTestSolana()
  expect(await reasonOf(kit.connect({ connectorId: id }))).toMatchObject({
    code: 'chainDisconnected',
  })
})

test('the next visit reconnects without a request; after a disconnect it does not', async () => {
  const storage = memoryStorage()
  const wallet = startTestSolanaWallet()
  const first = startTestSolana({ storage })
  await first.kit.connect({ connectorId: id })
  first.stop()
  const second = startTestSolana({ storage })
  second.clock.advance(1_000)
  await second.until(({ sessions }) => sessions.solana?.status === 'connected')
  expect(wallet.requests).toEqual(['standard:connect'])
  await second.kit.disconnect()
  second.stop()
  const third = startTestSolana({ storage })
  third.clock.advance(1_000)
  await third.until(({ ready }) => ready)
  expect(third.kit.getState().sessions.solana?.status ?? 'disconnected').toBe('disconnected')
})
