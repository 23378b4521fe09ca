import {
  createTestClient,
  erc20Abi,
  http,
  parseGwei,
  parseUnits,
  publicActions,
  walletActions,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { treasury } from '@latchkey/devnet/accounts'
import {
  cardForm,
  cards,
  postForm,
  type Answer,
  type Bought,
} from '../../../api/src/testing/onrampClient.ts'
import { startFakeNode } from '../../../api/src/testing/startFakeNode.ts'
import { startTestOnramp } from '../../../api/src/testing/startTestOnramp.ts'

const { configs, devnet, startOnramp } = startTestOnramp()
type Started = Awaited<ReturnType<typeof startOnramp>>
const chain = () =>
  createTestClient({
    mode: 'anvil',
    account: privateKeyToAccount(treasury.privateKey),
    transport: http(devnet().chains[0]?.url),
  })
    .extend(publicActions)
    .extend(walletActions)
const usdc = () => devnet().chains[0]?.deployment.dex.usd ?? '0x'
const held = (address: Hex) =>
  chain().readContract({
    address: usdc(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
const sent = () => chain().getTransactionCount({ address: treasury.address })
const soon = { timeout: 60_000, interval: 50 }
const pay = ({ page }: Bought) => postForm(page, cardForm(cards.good))
const boughtOf = async (api: Started, orderId: string) =>
  parseUnits((await api.order(orderId)).purchase.amount, 6)
const reasonOf = ({ status, body }: Answer) => [
  status,
  (body as { reasons: { field: string }[] }).reasons[0]?.field,
]
const descriptionOf = ({ body }: Answer) =>
  // the answer comes from our own API
  (body as { reasons: { description: string }[] }).reasons[0]?.description ?? ''

let ahead = 0
const clock = { now: () => Date.now() + ahead }
afterEach(async () => {
  ahead = 0
  await chain().setAutomine(true)
  await chain().setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
  await chain().mine({ blocks: 1 })
})

test('a payout that is not mined is sent again with higher fees and the same nonce, and is paid once', {
  timeout: 120_000,
}, async () => {
  const api = await startOnramp({ clock })
  const before = { count: await sent(), stock: await held(treasury.address) }
  await chain().setAutomine(false)
  const order = await api.buy()
  await pay(order)
  await expect.poll(async () => (await api.order(order.orderId)).hash, soon).toBeTruthy()
  const first = (await api.order(order.orderId)).hash
  await chain().setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1000') })
  await chain().mine({ blocks: 1 })
  expect((await api.order(order.orderId)).state).toBe('sending')
  // Each poll moves the clock. First the treasury has to see that the payout is in no block; a
  // minute later it sends the payout with higher fees.
  await expect
    .poll(
      async () => {
        ahead += 20_000
        return (await api.order(order.orderId)).hash
      },
      { ...soon, interval: 500 },
    )
    .not.toBe(first)
  await expect
    .poll(async () => {
      await chain().mine({ blocks: 1 })
      return (await api.order(order.orderId)).state
    }, soon)
    .toBe('done')
  const { hash } = await api.order(order.orderId)
  // the order of a mined payout always has a hash
  expect((await chain().getTransactionReceipt({ hash: hash as Hex })).status).toBe('success')
  const bought = await boughtOf(api, order.orderId)
  expect([
    await held(order.wallet),
    before.stock - (await held(treasury.address)),
    (await sent()) - before.count,
  ]).toEqual([bought, bought, 1])
})

test('when a payout is sent twice and its first transaction is mined, it is paid once, and the order has that hash', {
  timeout: 120_000,
}, async () => {
  const api = await startOnramp({ clock })
  const before = { count: await sent(), stock: await held(treasury.address) }
  await chain().setAutomine(false)
  const order = await api.buy()
  await pay(order)
  await expect.poll(async () => (await api.order(order.orderId)).hash, soon).toBeTruthy()
  const first = (await api.order(order.orderId)).hash as Hex
  const raw = await chain().request({
    method: 'eth_getRawTransactionByHash',
    params: [first],
  } as never) // viem's types lack this method
  expect(raw).toMatch(/^0x02/)
  await chain().setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1000') })
  await chain().mine({ blocks: 1 })
  // Each poll moves the clock. First the treasury has to see that the payout is in no block; a
  // minute later it sends the payout with higher fees.
  await expect
    .poll(
      async () => {
        ahead += 20_000
        return (await api.order(order.orderId)).hash
      },
      { ...soon, interval: 500 },
    )
    .not.toBe(first)
  // Only the first transaction may be mined. All calls are in one request, because the treasury
  // keeps sending the second transaction.
  const calls = [
    ['anvil_dropAllTransactions', []],
    ['anvil_setNextBlockBaseFeePerGas', ['0x1']],
    ['eth_sendRawTransaction', [raw]],
    ['evm_mine', []],
  ].map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
  await expect
    .poll(async () => {
      await fetch(devnet().chains[0]?.url ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(calls),
      })
      return chain()
        .getTransactionReceipt({ hash: first })
        .then(
          ({ status }) => status,
          () => 'none',
        )
    }, soon)
    .toBe('success')
  await expect.poll(async () => (await api.order(order.orderId)).state, soon).toBe('done')
  const { hash } = await api.order(order.orderId)
  const bought = await boughtOf(api, order.orderId)
  expect([
    hash,
    await held(order.wallet),
    before.stock - (await held(treasury.address)),
    (await sent()) - before.count,
  ]).toEqual([first, bought, bought, 1])
})

test('after a chain reorganisation the same payout is sent again, and is paid once', {
  timeout: 120_000,
}, async () => {
  const api = await startOnramp()
  const before = await held(treasury.address)
  const order = await api.buy()
  const id = await chain().snapshot()
  await pay(order)
  await expect.poll(async () => (await api.order(order.orderId)).state, soon).toBe('done')
  const { hash } = await api.order(order.orderId)
  await chain().revert({ id })
  await expect
    .poll(
      () =>
        chain()
          .getTransactionReceipt({ hash: hash as Hex })
          .then(
            ({ status }) => status,
            () => 'none',
          ),
      soon,
    )
    .toBe('success') // the first transaction was mined
  const bought = await boughtOf(api, order.orderId)
  expect([
    await held(order.wallet),
    before - (await held(treasury.address)),
    (await api.order(order.orderId)).state,
  ]).toEqual([bought, bought, 'done'])
})

test('after a reorganisation a payout whose nonce is used is signed again, and is paid once', {
  timeout: 120_000,
}, async () => {
  const api = await startOnramp({ clock }, { sandbox: { confirmations: 3 } })
  const before = await held(treasury.address)
  const order = await api.buy()
  const [id, nonce] = [await chain().snapshot(), await sent()]
  await pay(order)
  await expect.poll(sent, soon).toBe(nonce + 1) // it is in a block that is not final yet
  await expect.poll(async () => (await api.order(order.orderId)).state, soon).toBe('sending')
  const { hash: first } = await api.order(order.orderId)
  await chain().setAutomine(false)
  await chain().revert({ id })
  await chain().sendTransaction({
    chain: null,
    to: treasury.address,
    value: 0n,
    nonce,
    gas: 21_000n,
    maxFeePerGas: parseGwei('900'),
    maxPriorityFeePerGas: parseGwei('800'),
  })
  await chain().mine({ blocks: 4 })
  await expect
    .poll(
      async () => {
        ahead += 20_000
        return (await api.order(order.orderId)).hash
      },
      { ...soon, interval: 500 },
    )
    .not.toBe(first)
  await expect
    .poll(async () => {
      await chain().mine({ blocks: 1 })
      return (await api.order(order.orderId)).state
    }, soon)
    .toBe('done')
  const bought = await boughtOf(api, order.orderId)
  expect([await held(order.wallet), before - (await held(treasury.address)), await sent()]).toEqual(
    [bought, bought, nonce + 2],
  )
})

test('a payout without a receipt is not signed again while the node counts its nonce, and is paid once', {
  timeout: 120_000,
}, async () => {
  let answered = 0
  let isLate = true
  // a node that already counts the payout, but does not have its receipt yet
  const node = await startFakeNode((body, response) => {
    // the body is from the treasury
    const request = JSON.parse(body) as { id: number; method: string }
    const isHeld = isLate && request.method === 'eth_getTransactionReceipt'
    if (isHeld) answered += 1
    const answer = isHeld
      ? Promise.resolve(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: null }))
      : fetch(devnet().chains[0]?.url ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }).then((given) => given.text())
    void answer.then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      () => response.destroy(),
    )
  })
  onTestFinished(node.close)
  const chains = configs().map((config) =>
    config.networkId === 'eip155:31337' ? { ...config, rpcUrls: [node.url] } : config,
  )
  const api = await startOnramp({ clock, chains }, { sandbox: { chains } })
  const before = { count: await sent(), stock: await held(treasury.address) }
  const order = await api.buy()
  await pay(order)
  await expect.poll(sent, soon).toBe(before.count + 1)
  const looks = answered
  await expect.poll(() => answered - looks, soon).toBeGreaterThan(4)
  expect((await api.order(order.orderId)).state).toBe('sending')
  isLate = false
  await expect.poll(async () => (await api.order(order.orderId)).state, soon).toBe('done')
  const bought = await boughtOf(api, order.orderId)
  expect([
    await held(order.wallet),
    before.stock - (await held(treasury.address)),
    (await sent()) - before.count,
  ]).toEqual([bought, bought, 1])
})

test('amounts that the treasury cannot pay are not offered, and cannot be bought with an earlier quote', {
  timeout: 120_000,
}, async () => {
  const api = await startOnramp({ clock })
  const stock = async (units: string) => {
    await chain().request({
      method: 'anvil_dealERC20',
      params: [treasury.address, usdc(), `0x${parseUnits(units, 6).toString(16)}`],
    } as never) // viem's types lack this newer method
    ahead += 20_000 // later than the end of the cache
  }
  const quote = (sourceAmount: number) =>
    api.request('onramp/multi/quotes', {
      sourceAmount,
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'USDC',
      chainId: 'eip155:31337',
      paymentMethodType: 'card',
    })
  const sold = async () =>
    (
      (await api.request('onramp/options')).body as { purchaseCurrencies: { symbol: string }[] }
    ).purchaseCurrencies.map(({ symbol }) => symbol)
  await stock('60')
  expect([
    (await quote(50)).status,
    reasonOf(await quote(100)),
    (await sold()).includes('USDC'),
  ]).toEqual([200, [400, 'sourceAmount'], true])
  // `max` is the largest payment that the stock covers: it can be bought, and a cent more cannot
  const [, max = ''] = /at most (\d+\.\d\d) USD$/.exec(descriptionOf(await quote(100))) ?? []
  expect([
    Number(max) > 60,
    Number(max) < 63,
    (await quote(Number(max))).status,
    (await quote((Number(max) * 100 + 1) / 100)).status,
  ]).toEqual([true, true, 200, 400])
  const session = await api.sessionFor({ amount: 50 })
  await chain().setAutomine(false)
  const order = await api.buy({ amount: 50 })
  await pay(order)
  await expect.poll(async () => (await api.order(order.orderId)).state, soon).toBe('sending')
  ahead += 20_000
  expect([
    reasonOf(await quote(50)),
    reasonOf(await api.request('onramp/widget', session)),
  ]).toEqual([
    [400, 'sourceAmount'],
    [400, 'quoteId'],
  ]) // owed tokens are not offered again
  await chain().setAutomine(true)
  await chain().mine({ blocks: 1 })
  await expect.poll(async () => (await api.order(order.orderId)).state, soon).toBe('done')
  await stock('9')
  expect([
    reasonOf(await quote(10)),
    (await sold()).includes('USDC'),
    (await sold()).includes('ETH'),
  ]).toEqual([[400, 'sourceAmount'], false, true])
  const coins = await chain().getBalance({ address: treasury.address })
  await stock('1000')
  await chain().setBalance({ address: treasury.address, value: 1n })
  ahead += 20_000
  // without gas the treasury cannot send anything
  expect([reasonOf(await quote(50)), await sold()]).toEqual([[400, 'sourceAmount'], []])
  await chain().setBalance({ address: treasury.address, value: coins })
})
