import { expect, test } from 'vitest'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { bitcoinNetworkOf, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { parseNetworkId } from '@latchkey/protocol/caip'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { Order } from '../../orders/orderStore.ts'
import type { Bids, NewPayout } from '../../treasury/payoutStore.ts'
import { openChain } from '../openChain.ts'
import type { Hex } from '../soldChain.ts'
import { addressOf } from './openBitcoin.ts'

const { signal } = new AbortController()
const key: Hex = `0x${'11'.repeat(32)}`
const buyer: Hex = `0x0014${'ab'.repeat(20)}`
const network = bitcoinNetworkOf(bitcoinRegtestId)
if (!network) throw new Error('regtest is known')

const orderOf = (amount: bigint, wallet: Hex = buyer) =>
  ({ orderId: `order-${amount}`, wallet, amount }) as Order // the parts that a payout reads
const openedBy = (payout: NewPayout): Bids => ({ payout: { ...payout, state: 'sent' }, outbid: [] })

async function start() {
  const chain = await startTestBitcoin()
  const sold = openChain(
    {
      networkId: parseNetworkId(bitcoinRegtestId).networkId,
      name: 'Bitcoin',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrls: [chain.url],
      tokens: [],
    },
    { key, fetch },
  )
  const own = sold.addressText(sold.treasury) ?? ''
  const sign = async (amount: bigint, nonce: number, open: readonly Bids[] = []) => {
    const payout = await sold.payouts.sign(orderOf(amount), { nonce, open }, signal)
    if (typeof payout === 'string') throw new Error(payout)
    return payout
  }
  const outcome = async (payout: NewPayout, depth = 0) =>
    (await sold.payouts.outcomes([openedBy(payout)], depth, signal))[0]?.end
  const received = async () => {
    const { body } = await chain.get(`/address/${addressOf(buyer, network ?? never())}`)
    return (body as { chain_stats: { funded_txo_sum: number } }).chain_stats.funded_txo_sum
  } // the devnet's Esplora
  return { chain, sold, own, sign, outcome, received }
}

function never(): never {
  throw new Error('regtest is known')
}

test('a payout pays the exact amount, and the rest comes back', async () => {
  const { chain, sold, own, sign, outcome, received } = await start()
  chain.fund(own, 1_000_000n)
  expect(await sold.balance(nativeTokenAddress, signal)).toBe(1_000_000n)
  const payout = await sign(40_000n, 0)
  expect(await outcome(payout)).toEqual({ status: 'open', isSeen: false })
  await sold.payouts.send(payout.raw, signal)
  expect(await outcome(payout)).toEqual({ status: 'open', isSeen: true })
  chain.mine()
  expect(await outcome(payout)).toMatchObject({ status: 'mined', mined: { hash: payout.hash } })
  expect(await outcome(payout, 1)).toEqual({ status: 'open', isSeen: true })
  expect(await received()).toBe(40_000)
  const rest = await sold.balance(nativeTokenAddress, signal)
  expect(rest).toBeLessThan(960_000n)
  expect(rest).toBeGreaterThan(940_000n)
})

test('payouts that are signed at once spend different coins', async () => {
  const { chain, sold, own, sign, received } = await start()
  chain.fund(own, 100_000n)
  chain.fund(own, 100_000n)
  const first = await sign(50_000n, 0)
  const second = await sign(60_000n, 1, [openedBy(first)])
  expect(
    await sold.payouts.sign(
      orderOf(1_000n),
      { nonce: 2, open: [openedBy(first), openedBy(second)] },
      signal,
    ),
  ).toBe('poor')
  for (const { raw } of [second, first, first]) await sold.payouts.send(raw, signal)
  chain.mine()
  expect(await received()).toBe(110_000)
})

test('coins that wait for a block are not spent', async () => {
  const { chain, sold, own } = await start()
  chain.fund(own, 100_000n, { isWaiting: true })
  expect(await sold.balance(nativeTokenAddress, signal)).toBe(0n)
  expect(await sold.payouts.sign(orderOf(10_000n), { nonce: 0, open: [] }, signal)).toBe('poor')
})

test('an order that can never be paid is refused', async () => {
  const { chain, sold, own } = await start()
  chain.fund(own, 100_000n)
  const signs = (order: Order) => sold.payouts.sign(order, { nonce: 0, open: [] }, signal)
  expect(await signs(orderOf(545n))).toBe('refused')
  expect(await signs(orderOf(10_000n, '0x6a00'))).toBe('refused')
  expect(sold.addressText('0x6a00')).toBeUndefined()
  expect(sold.addressText(`0x${'ab'.repeat(20)}`)).toBeUndefined()
})

test('a payout whose coins another transaction spends in a block is displaced', async () => {
  const { chain, own, sign, outcome } = await start()
  chain.fund(own, 100_000n)
  const [payout, rival] = [await sign(50_000n, 0), await sign(60_000n, 1)]
  await chain.post('/tx', rival.raw.slice(2))
  expect(await outcome(payout)).toEqual({ status: 'open', isSeen: false })
  chain.mine()
  expect(await outcome(payout)).toEqual({ status: 'displaced' })
})

test('after a reorganisation a payout is sent again', async () => {
  const { chain, sold, own, sign, outcome, received } = await start()
  chain.fund(own, 100_000n)
  const payout = await sign(50_000n, 0)
  await sold.payouts.send(payout.raw, signal)
  chain.mine()
  chain.reorganise(1)
  chain.drop(payout.hash.slice(2))
  expect(await outcome(payout)).toMatchObject({ status: 'open', isSeen: false })
  await sold.payouts.send(payout.raw, signal)
  chain.mine()
  expect(await outcome(payout)).toMatchObject({ status: 'mined' })
  expect(await received()).toBe(50_000)
})

test('an Esplora of another chain gets nothing but the question for its first block', async () => {
  const paths: string[] = []
  const sold = openChain(
    {
      networkId: parseNetworkId(bitcoinRegtestId).networkId,
      name: 'Bitcoin',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrls: ['http://esplora.test'],
      tokens: [],
    },
    {
      key,
      async fetch(url) {
        paths.push(String(url))
        return new Response('00'.repeat(32))
      },
    },
  )
  await expect(sold.payouts.send('0x00', signal)).rejects.toThrow('another chain')
  await expect(sold.balance(nativeTokenAddress, signal)).rejects.toThrow('another chain')
  expect(new Set(paths)).toEqual(new Set(['http://esplora.test/block-height/0']))
})
