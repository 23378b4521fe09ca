import { formatNetworkId } from '@latchkey/protocol/caip'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import * as times from '@latchkey/protocol/times'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import type { SwapOrder } from '../../core/contracts/facets/swap.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { followOffers } from './followOffers.ts'
import type { OffersState } from './followOffers.ts'
import { contextOf } from '../../core/kit/context.ts'

const networkId = formatNetworkId('eip155', 31_337)
const from = { id: nativeTokenId(networkId), name: 'Ether', symbol: 'ETH', decimals: 18 }
const to = {
  id: `${networkId}:0x${'1'.repeat(40)}`,
  address: `0x${'1'.repeat(40)}`,
  name: 'Dollar',
  symbol: 'USD',
  decimals: 6,
}
const orderOf = (amount: bigint): SwapOrder => ({
  networkId,
  account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  from,
  to,
  amount,
})

beforeEach(() => void startTestPage())
/** Gives running tasks time to continue until they wait for I/O. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Starts a kit with a clock that only the test moves. Its API offers the same amount as requested,
 * and never answers for the amounts in `never`.
 */
async function start({ never = [] }: { never?: readonly string[] } = {}) {
  const gone: string[] = []
  const server = await startTestServer((response, { url }) => {
    const [amount, fromAccount, toAccount] = ['amount', 'from', 'to'].map(
      (name) => url.searchParams.get(name) ?? '',
    )
    if (never.includes(amount ?? ''))
      return void response.on('close', () => gone.push(amount ?? ''))
    sendJson(response, {
      quotes: [{ id: null, fromAmount: amount, fromAccount, toAmount: amount, toAccount }],
    })
  })
  const adapter = createFakeAdapter({
    node: {
      eth_feeHistory: { baseFeePerGas: ['0x1', '0x1'], reward: [['0x1']] },
      eth_maxPriorityFeePerGas: '0x1',
    },
  })
  const { kit, clock } = startTestKit({ adapters: [adapter], services: { api: server.url } })
  await contextOf(kit).queries() // loads the code, so that changes are then reported at once
  const requestedAmounts = () => server.requests.map(({ url }) => url.searchParams.get('amount'))
  /** Follows an order until the test ends. */
  const follow = (amount: bigint) => {
    const reports: OffersState[] = []
    const following = followOffers(kit, orderOf(amount), (now) => reports.push(now))
    onTestFinished(following.stop)
    const arrived = () =>
      reports.flatMap((now) =>
        now.status === 'success' ? now.offers.map(({ arrives }) => arrives) : [],
      )
    return { ...following, reports, arrived }
  }
  return { ...server, clock, follow, requestedAmounts, gone }
}

test('a typed amount is requested once, 200 ms after the last key', async () => {
  const { clock, follow, requestedAmounts, received } = await start()
  for (const amount of [1n, 12n, 120n, 1_200n]) {
    const { stop, reports } = follow(amount)
    clock.advance(times.swapDebounce - 1)
    await turn()
    expect(reports).toEqual([])
    stop()
  }
  const { arrived, reports } = follow(1_250n)
  clock.advance(times.swapDebounce - 1)
  await turn()
  expect([reports, requestedAmounts()]).toEqual([[], []])
  clock.advance(1)
  await received(1)
  await expect.poll(arrived).toEqual([1_250n])
  expect(requestedAmounts()).toEqual(['1250'])
})

test('offers are requested every 10 s while followed, and not on a hidden page', async () => {
  const { clock, follow, received, requestedAmounts } = await start()
  const { arrived, stop, reports } = follow(5n)
  clock.advance(times.swapDebounce)
  await expect.poll(arrived).toEqual([5n])
  // each request sets two timers of this length: its time limit, and the pause after it
  const settled = (count: number) => clock.scheduled(times.swapRequote, count * 2)
  for (const count of [2, 3]) {
    await settled(count - 1)
    clock.advance(times.swapRequote - 1)
    await turn()
    expect(requestedAmounts()).toHaveLength(count - 1)
    clock.advance(1)
    await received(count)
  }
  await settled(3)
  const before = reports.length
  Object.assign(globalThis, { document: { visibilityState: 'hidden' } })
  clock.advance(times.swapRequote * 2)
  await turn()
  expect(reports).toHaveLength(before)
  Reflect.deleteProperty(globalThis, 'document')
  stop()
  clock.advance(times.swapRequote * 3)
  await turn()
  expect(requestedAmounts()).toEqual(['5', '5', '5'])
})

test('if the amount changes, the running request is aborted and its offer dropped', async () => {
  const { clock, follow, received, gone } = await start({ never: ['7'] })
  const first = follow(7n)
  clock.advance(times.swapDebounce)
  await received(1)
  first.stop()
  await expect.poll(() => gone).toEqual(['7'])
  const second = follow(8n)
  clock.advance(times.swapDebounce)
  await expect.poll(second.arrived).toEqual([8n])
  expect(first.reports.every(({ status }) => status === 'pending')).toBe(true)
})

test('a failure is reported, and `refetch` requests again at once', async () => {
  let isOut = true
  const server = await startTestServer((response, { url }) =>
    isOut
      ? sendJson(
          response,
          { status: 'FAILED', reasons: [{ description: 'insufficient liquidity' }] },
          400,
        )
      : sendJson(response, {
          quotes: [
            {
              id: null,
              fromAmount: '3',
              fromAccount: url.searchParams.get('from'),
              toAmount: '3',
              toAccount: url.searchParams.get('to'),
            },
          ],
        }),
  )
  const { kit, clock } = startTestKit({
    adapters: [createFakeAdapter({ node: { eth_gasPrice: '0x1' } })],
    services: { api: server.url },
  })
  const reports: OffersState[] = []
  const { stop, refetch } = followOffers(kit, orderOf(3n), (now) => reports.push(now))
  onTestFinished(stop)
  clock.advance(times.swapDebounce)
  await expect
    .poll(() => reports.at(-1))
    .toMatchObject({ status: 'error', error: { code: 'liquidityMissing' } })
  isOut = false
  refetch()
  await expect
    .poll(() => reports.at(-1))
    .toMatchObject({ status: 'success', offers: [{ arrives: 3n }] })
})
