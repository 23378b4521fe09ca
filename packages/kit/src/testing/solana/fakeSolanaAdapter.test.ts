import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../../createKit.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createFakeAdapter } from '../fakeAdapter.ts'
import { manualClock } from '../manualClock.ts'
import { createFakeSolanaAdapter } from './fakeSolanaAdapter.ts'

const sun = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana' as const,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://node.example.org'] } },
}

function start(adapter: ReturnType<typeof createFakeAdapter>) {
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [sun],
    adapters: [adapter],
    storage: memoryStorage(),
    clock: manualClock(),
  })
  onTestFinished(kit.start())
  return kit
}

test('the fake Solana adapter has the namespace Solana and the set balances', async () => {
  const kit = start(createFakeSolanaAdapter({ balances: [7n] }))
  const { networkId } = await kit.connect({ connectorId: 'example' })
  expect(networkId).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  const assets = await facetOf(kit, networkId, 'assets')
  expect(
    await assets.getBalances({
      networkId,
      address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      tokens: [],
    }),
  ).toEqual([7n])
})

test('the EVM fake with the namespace Solana has no facets', async () => {
  const kit = start(createFakeAdapter({ namespace: 'solana' }))
  const { networkId } = await kit.connect({ connectorId: 'example' })
  await expect(facetOf(kit, networkId, 'assets')).rejects.toMatchObject({
    code: 'actionNotAllowed',
  })
})
