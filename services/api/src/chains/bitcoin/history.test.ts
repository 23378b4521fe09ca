import { expect, onTestFinished, test } from 'vitest'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { bitcoinChainAt } from '../../testing/bitcoinChainAt.ts'
import { bitcoinWallet, broadcast } from '../../testing/bitcoinWallet.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import {
  readBitcoinBalance,
  readBitcoinHistory,
  readBitcoinPage,
} from '../../testing/readBitcoinAccount.ts'

const [me, friend, other] = [bitcoinWallet(41), bitcoinWallet(42), bitcoinWallet(43)]
const account = `${me.payment},${me.ordinals}`

async function start(options: Partial<ApiOptions> = {}) {
  const chain = await startTestBitcoin()
  const config = bitcoinChainAt(chain.url)
  const api = createApi({ ...neverOverloaded, chains: [config], ...options })
  onTestFinished(() => api.close())
  const send = async (...sign: Parameters<typeof me.sign>) => broadcast(chain.url, me.sign(...sign))
  return { chain, config, api, send, coins: () => me.coins(chain.url) }
}

test('a batch lists all recipients and no change, with the fee and the value at that time', async () => {
  const { chain, api, send, coins } = await start({ pricesAt: async () => 50_000 })
  chain.fund(me.payment, 200_000n)
  const txid = await send(
    await coins(),
    [
      { to: friend.payment, amount: 30_000n },
      { to: other.ordinals, amount: 20_000n },
      { to: me.ordinals, amount: 5_000n },
      { to: new Uint8Array([0x6a, 1, 0x41]), amount: 0n },
    ],
    { fee: 1_234n },
  )
  chain.mine(2)
  const { data } = await readBitcoinPage(api, account)
  expect(data[0]).toMatchObject({
    metadata: {
      hash: txid,
      operationType: 'send',
      sentFrom: me.payment,
      sentTo: friend.payment,
      status: 'confirmed',
      fee: '0.00001234',
      confirmations: 2,
    },
    transfers: [
      {
        direction: 'out',
        recipient: friend.payment,
        quantity: { numeric: '0.0003' },
        price: 50_000,
        value: expect.closeTo(15),
      },
      { direction: 'out', recipient: other.ordinals, quantity: { numeric: '0.0002' } },
    ],
  })
  expect(data[0]?.transfers).toHaveLength(2)
})

test('a payment between the own addresses is `self`; for one address alone it is a payment', async () => {
  const { chain, api, send, coins } = await start()
  chain.fund(me.payment, 50_000n)
  await send(await coins(), [{ to: me.ordinals, amount: 9_000n }])
  const transfersOf = async (text: string) => (await readBitcoinPage(api, text)).data[0]?.transfers
  expect(await transfersOf(account)).toMatchObject([{ direction: 'self' }])
  expect(await transfersOf(me.payment)).toMatchObject([
    { direction: 'out', recipient: me.ordinals, quantity: { numeric: '0.00009' } },
  ])
  expect(await transfersOf(me.ordinals)).toMatchObject([
    { direction: 'in', sender: me.payment, quantity: { numeric: '0.00009' } },
  ])
})

test('the two addresses of an account may be written with an encoded comma', async () => {
  const { chain, api } = await start()
  chain.fund(me.payment, 50_000n)
  chain.fund(me.ordinals, 546n)
  expect(await readBitcoinBalance(api, encodeURIComponent(account))).toMatchObject({
    certain: 50_546n,
  })
})

test('a replaced payment is gone, and so is a dropped one; balances never count them', async () => {
  const { chain, api, send, coins } = await start()
  chain.fund(me.payment, 50_000n)
  const own = await coins()
  const first = await send(own, [{ to: friend.payment, amount: 20_000n }])
  const second = await send(own, [{ to: other.payment, amount: 10_000n }], { fee: 5_000n })
  const hashes = async () =>
    (await readBitcoinHistory(api, account)).map(({ metadata: { hash, status } }) => [hash, status])
  expect((await hashes())[0]).toEqual([second, 'pending'])
  expect((await hashes()).flat()).not.toContain(first)
  expect(await readBitcoinBalance(api, account)).toMatchObject({ certain: 35_000n })
  chain.drop(second)
  expect(await hashes()).toHaveLength(1)
  expect(await readBitcoinBalance(api, account)).toMatchObject({ certain: 50_000n })
})

test('what others send counts only in a block, even if it was spent already', async () => {
  const { chain, api, send, coins } = await start()
  const txid = chain.fund(me.payment, 50_000n, { isWaiting: true })
  expect(await readBitcoinBalance(api, account)).toMatchObject({ certain: 0n, pending: 50_000n })
  await send(await coins(), [{ to: friend.payment, amount: 20_000n }])
  expect(await readBitcoinBalance(api, account)).toMatchObject({ certain: 0n, pending: 29_000n })
  const { data } = await readBitcoinPage(api, account)
  expect(data.map(({ metadata }) => metadata.operationType)).toEqual(['send', 'receive'])
  expect(data[1]?.metadata).toMatchObject({ hash: txid, status: 'pending', confirmations: 0 })
  chain.mine()
  expect(await readBitcoinBalance(api, account)).toMatchObject({ certain: 29_000n, pending: 0n })
})

test('a batch with more than a hundred recipients keeps its sum', async () => {
  const { chain, api, send, coins } = await start()
  chain.fund(me.payment, 2_000_000n)
  const payments = Array.from({ length: 130 }, (_, index) => ({
    to: index === 7 ? other.payment : friend.payment,
    amount: 1_000n,
  }))
  await send(await coins(), payments, { fee: 20_000n })
  const transfers = (await readBitcoinPage(api, account)).data[0]?.transfers ?? []
  expect(transfers).toHaveLength(100)
  expect(transfers.at(-1)).toMatchObject({ recipient: null, quantity: { numeric: '0.00031' } })
  expect((await readBitcoinPage(api, other.payment)).data[0]?.transfers).toMatchObject([
    { direction: 'in', sender: me.payment, quantity: { numeric: '0.00001' } },
  ])
  expect((await readBitcoinPage(api, friend.payment)).data[0]?.transfers).toMatchObject([
    { direction: 'in', quantity: { numeric: '0.00129' } },
  ])
})

test('a small amount with a lure in its text is spam, one without is not', async () => {
  const { chain, api } = await start()
  chain.fund(friend.payment, 100_000n)
  const text = Buffer.from('claim at https://evil.example')
  await broadcast(
    chain.url,
    friend.sign(await friend.coins(chain.url), [
      { to: me.payment, amount: 1_000n },
      { to: new Uint8Array([0x6a, text.length, ...text]), amount: 0n },
    ]),
  )
  chain.fund(me.payment, 1_000n)
  const flags = (await readBitcoinPage(api, account)).data.map(
    ({ transfers }) => transfers?.[0]?.fungible_info?.flags?.is_spam,
  )
  expect(flags.toSorted()).toEqual([false, true])
})

test('pages do not shift when blocks arrive, and a reorganisation loses no older entries', async () => {
  const { chain, api } = await start()
  const ids = Array.from({ length: 130 }, (_, index) =>
    chain.fund(index % 3 ? me.payment : me.ordinals, 1_000n + BigInt(index)),
  ).toReversed()
  const first = await readBitcoinPage(api, account)
  const hashesOf = (page: typeof first) => page.data.map(({ metadata }) => metadata.hash)
  expect(hashesOf(first)).toEqual(ids.slice(0, 50))
  chain.fund(me.payment, 5_000n)
  chain.fund(me.payment, 5_000n, { isWaiting: true })
  const second = await readBitcoinPage(api, account, first.next ?? '')
  expect(hashesOf(second)).toEqual(ids.slice(50, 100))
  chain.reorganise(20)
  chain.mine()
  const third = await readBitcoinPage(api, account, second.next ?? '')
  expect(hashesOf(third)).toEqual(ids.slice(100))
  expect(third.next).toBe(null)
  // even the place where the page ended is gone: of 133 blocks, the oldest 43 are left
  chain.reorganise(90)
  const again = await readBitcoinPage(api, account, first.next ?? '')
  expect(hashesOf(again)).toEqual(ids.slice(-43))
})

test('waiting transactions are on the first page alone, and the next page begins with blocks', async () => {
  const { chain, api } = await start()
  for (let count = 0; count < 5; count += 1) chain.fund(me.payment, 3_000n)
  for (let count = 0; count < 60; count += 1)
    chain.fund(me.payment, 2_000n, { isWaiting: count % 20 > 0 })
  const waiting = 19
  const first = await readBitcoinPage(api, account)
  const statuses = first.data.map(({ metadata }) => metadata.status)
  expect(statuses).toEqual([
    ...Array.from({ length: waiting }, () => 'pending'),
    ...Array.from({ length: 50 - waiting }, () => 'confirmed'),
  ])
  const second = await readBitcoinPage(api, account, first.next ?? '')
  expect(second.data).toHaveLength(65 - 50)
  expect(second.next).toBe(null)
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(65)
})

test('a cursor with an invented place gives the right page', async () => {
  const { chain, api } = await start()
  const ids = Array.from({ length: 60 }, () => chain.fund(me.payment, 3_000n)).toReversed()
  const { next } = await readBitcoinPage(api, me.payment)
  const cursor = JSON.parse(Buffer.from(next ?? '', 'base64url').toString())
  const [networkId = ''] = Object.keys(cursor.places)
  const [block, index, resume] = cursor.places[networkId]
  const foreign = chain.fund(friend.payment, 3_000n)
  const older = Number(resume.split('.')[1])
  for (const text of [
    'nonsense',
    '-',
    `${'0'.repeat(64)}.3`,
    `${foreign}.${older}`,
    `${ids[5]}.${older}`,
    `${resume.split('.')[0]}.${older - 1}`,
    `${resume.split('.')[0]}.${older + 1}`,
  ]) {
    const places = { [networkId]: [block, index, text] }
    const written = Buffer.from(JSON.stringify({ ...cursor, places })).toString('base64url')
    const answer = await api.app.request(`/v1/account/${me.payment}/history?cursor=${written}`)
    expect(answer.status, text).toBe(200)
    const { data } = await answer.json()
    expect(data.map(({ metadata }: { metadata: { hash: string } }) => metadata.hash)).toEqual(
      ids.slice(50),
    )
  }
})
