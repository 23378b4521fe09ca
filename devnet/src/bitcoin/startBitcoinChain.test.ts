import { expect, test } from 'vitest'
import { addressOfKind, scriptKinds } from './testing/kinds.ts'
import { startTestBitcoin } from './testing/startTestBitcoin.ts'

const address = addressOfKind('p2wpkh')

test('shows a payment that waits, then in a block, then waiting again after a reorganisation', async () => {
  const chain = await startTestBitcoin()
  const txid = chain.fund(address, 50_000n, { isWaiting: true })
  const waiting = await chain.get(`/address/${address}`)
  expect(waiting.body).toMatchObject({
    address,
    chain_stats: { funded_txo_sum: 0, tx_count: 0 },
    mempool_stats: { funded_txo_count: 1, funded_txo_sum: 50_000, tx_count: 1 },
  })
  const { height, hash } = chain.mine()
  const status = { confirmed: true, block_height: height, block_hash: hash }
  expect((await chain.get(`/tx/${txid}`)).body).toMatchObject({ txid, status })
  expect((await chain.get(`/address/${address}/utxo`)).body).toMatchObject([
    { txid, value: 50_000, status },
  ])
  const other = chain.reorganise(1)
  expect(other.height).toBe(height + 1)
  expect((await chain.get(`/tx/${txid}/status`)).body).toEqual({ confirmed: false })
  expect((await chain.get(`/block/${hash}`)).status).toBe(404)
  chain.mine()
  expect((await chain.get(`/tx/${txid}/status`)).body).toMatchObject({
    confirmed: true,
    block_height: other.height + 1,
  })
})

test('pages the history of an address by 25, newest first', async () => {
  const chain = await startTestBitcoin()
  const ids = Array.from({ length: 30 }, (_, index) => chain.fund(address, 1_000 + index))
  const waiting = chain.fund(address, 2_000, { isWaiting: true })
  const newest = ids.toReversed()
  const idsAt = async (path: string) =>
    ((await chain.get(`/address/${address}${path}`)).body as { txid: string }[]).map(
      ({ txid }) => txid,
    )
  expect(await idsAt('/txs')).toEqual([waiting, ...newest.slice(0, 25)])
  expect(await idsAt('/txs/chain')).toEqual(newest.slice(0, 25))
  expect(await idsAt(`/txs/chain/${newest[24]}`)).toEqual(newest.slice(25))
  expect(await idsAt(`/txs/chain/${newest[29]}`)).toEqual([])
  expect(await idsAt('/txs/mempool')).toEqual([waiting])
})

test('obeys the paths of the devnet, and refuses wrong fields', async () => {
  const chain = await startTestBitcoin()
  const { body: tip } = await chain.get('/blocks/tip/height')
  expect(await chain.post('/devnet/mine', '{"blocks":2}')).toMatchObject({
    status: 200,
    body: { height: Number(tip) + 2 },
  })
  const funded = await chain.post('/devnet/fund', JSON.stringify({ address, amount: 12_345 }))
  expect(funded).toMatchObject({ status: 200, body: { txid: expect.any(String) } })
  for (const [path, body] of [
    ['mine', '{"blocks":0}'],
    ['mine', '[]'],
    ['mine', '{'],
    ['fund', '{"address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","amount":1000}'],
    ['fund', `{"address":"${address}","amount":1.5}`],
    ['fund', `{"address":"${address}","amount":1}`],
    ['reorganise', '{"depth":100000}'],
    ['reorganise', '{"depth":1,"transactions":["00"]}'],
  ])
    expect(await chain.post(`/devnet/${path}`, body ?? ''), body).toMatchObject({ status: 400 })
  expect(await chain.get('/devnet/mine')).toMatchObject({ status: 405 })
})

test('allows requests of every site, and words its refusals as Esplora does', async () => {
  const chain = await startTestBitcoin()
  const response = await fetch(`${chain.url}/fee-estimates`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toMatchObject({ 1: 12.4, 144: 1.1 })
  expect(await chain.get(`/tx/${'0'.repeat(64)}`)).toEqual({
    status: 404,
    body: 'Transaction not found',
  })
  expect(await chain.get('/address/nonsense')).toEqual({
    status: 400,
    body: 'Invalid Bitcoin address',
  })
  expect(await chain.post('/tx', 'zz')).toMatchObject({
    status: 400,
    body: expect.stringContaining('"code":-22'),
  })
})

test.each(Object.keys(scriptKinds) as (keyof typeof scriptKinds)[])(
  'shows the address of a payment to %s',
  async (kind) => {
    const chain = await startTestBitcoin()
    const txid = chain.fund(addressOfKind(kind), 20_000)
    expect((await chain.get(`/tx/${txid}`)).body).toMatchObject({
      vout: [{ scriptpubkey_address: addressOfKind(kind), value: 20_000 }, {}],
    })
    expect((await chain.get(`/address/${addressOfKind(kind)}/txs`)).body).toMatchObject([{ txid }])
  },
)
