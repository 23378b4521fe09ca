import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { watchAccount } from '../../domains/balances/watchAccount.lazy.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { followTransactions } from '../../session/transactions/followTransactions.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { facetOf, hasFacet } from './facetOf.ts'

const sun = formatNetworkId('solana', 'sun')
const address = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

/** Makes a kit with a chain that has no facets. */
function start() {
  const network = {
    id: 'sun',
    name: 'Sun',
    namespace: 'solana' as const,
    nativeCurrency: { name: 'Sun', symbol: 'SUN', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
  return startTestKit({
    networks: [network],
    adapters: [createFakeAdapter({ namespace: 'solana', accounts: [address] })],
  })
}

test('requesting a facet that the chain does not have rejects with `actionNotAllowed`', async () => {
  const { kit } = start()
  expect(hasFacet(kit, sun, 'send')).toBe(false)
  expect(await reasonOf(facetOf(kit, sun, 'send'))).toMatchObject({ code: 'actionNotAllowed' })
  expect(await reasonOf(facetOf(kit, formatNetworkId('eip155', 1), 'send'))).toMatchObject({
    code: 'connectionMissing',
  })
  expect(hasFacet(startTestKit().kit, formatNetworkId('eip155', 31337), 'send')).toBe(true)
})

test('a chain without facets is not polled', async () => {
  const { kit, clock } = start()
  const before = clock.waits.length
  kit.store.setState({
    pending: [{ hash: 'a', networkId: sun, address, sentAt: clock.now(), status: 'pending' }],
  })
  await followTransactions(kit)
  watchAccount(kit, formatAccountId(sun, address))()
  expect(clock.waits).toHaveLength(before)
})
