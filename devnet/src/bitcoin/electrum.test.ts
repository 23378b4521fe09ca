import { expect, test } from 'vitest'
import { scriptHashOf } from './wire/hash.ts'
import { connectElectrum } from './testing/connectElectrum.ts'
import { addressOfKind, scriptOfKind } from './testing/kinds.ts'
import { startTestBitcoin } from './testing/startTestBitcoin.ts'

const address = addressOfKind('p2wpkh')
const hash = scriptHashOf(scriptOfKind('p2wpkh'))

test('reports a payment that waits, its block, and a reorganisation to those who subscribed', async () => {
  const chain = await startTestBitcoin()
  const { call, notices } = connectElectrum(chain.electrumUrl)
  expect(await call('server.version', 'test', '1.4')).toEqual(['Latchkey devnet', '1.4'])
  const { height } = (await call('blockchain.headers.subscribe')) as { height: number }
  expect(await call('blockchain.scripthash.subscribe', hash)).toBeNull()
  const history = () => call('blockchain.scripthash.get_history', hash)
  const statuses = () =>
    notices.filter(({ method }) => method === 'blockchain.scripthash.subscribe')

  const txid = chain.fund(address, 40_000, { isWaiting: true })
  await expect.poll(() => statuses().length).toBe(1)
  expect(await history()).toEqual([{ tx_hash: txid, height: 0, fee: expect.any(Number) }])
  expect(await call('blockchain.scripthash.get_balance', hash)).toEqual({
    confirmed: 0,
    unconfirmed: 40_000,
  })
  chain.mine()
  await expect.poll(() => statuses().length).toBe(2)
  expect(await history()).toEqual([{ tx_hash: txid, height: height + 1 }])
  chain.reorganise(1)
  await expect.poll(() => statuses().length).toBe(3)
  expect(await history()).toMatchObject([{ tx_hash: txid, height: 0 }])
  const headers = notices.filter(({ method }) => method === 'blockchain.headers.subscribe')
  expect(headers.map(({ params: [header] }) => header)).toMatchObject([
    { height: height + 1 },
    { height: height + 2 },
  ])
  // the third status is the first: the payment waits again
  const [waiting, confirmed, again] = statuses().map(({ params }) => params[1])
  expect([waiting === again, waiting === confirmed]).toEqual([true, false])
})

test('proves that a transaction is in its block, and says when it is not', async () => {
  const chain = await startTestBitcoin()
  const { call } = connectElectrum(chain.electrumUrl)
  const first = chain.fund(address, 40_000, { isWaiting: true })
  const second = chain.fund(address, 50_000)
  const { height } = (await call('blockchain.headers.subscribe')) as { height: number }
  for (const txid of [first, second]) {
    expect(await call('blockchain.transaction.get_merkle', txid, height)).toMatchObject({
      block_height: height,
      merkle: expect.any(Array),
    })
    await expect(call('blockchain.transaction.get_merkle', txid, height - 1)).rejects.toThrow(
      'not in block at height',
    )
  }
  expect(await call('blockchain.block.headers', height - 1, 10)).toMatchObject({
    count: 2,
    max: 2_016,
  })
})

test('answers what it cannot read with errors, and ends a line that never ends', async () => {
  const chain = await startTestBitcoin()
  const { call, send } = connectElectrum(chain.electrumUrl)
  expect(await send('nonsense')).toMatchObject({ error: { code: -32_700 } })
  expect(await send('{"id":5}')).toMatchObject({ id: 5, error: { code: -32_600 } })
  expect(await send('[]')).toMatchObject({ error: { code: -32_600 } })
  expect(await send('[{"id":1,"method":"server.ping"},{"id":2,"method":"no"}]')).toMatchObject([
    { id: 1, result: null },
    { id: 2, error: { code: -32_601 } },
  ])
  for (const [method, ...params] of [
    ['blockchain.scripthash.subscribe', 'zz'],
    ['blockchain.scripthash.get_history'],
    ['blockchain.block.header', -1],
    ['blockchain.block.header', 9_999_999],
    ['blockchain.block.headers', 1.5, 3],
    ['blockchain.transaction.get', '00'.repeat(32)],
    ['blockchain.transaction.broadcast', '00'],
    ['blockchain.transaction.broadcast', null],
    ['blockchain.transaction.id_from_pos', 1, 99],
  ] as const)
    await expect(call(method, ...params), method).rejects.toThrow()
  const long = connectElectrum(chain.electrumUrl)
  void long.send('x'.repeat(5_000_000))
  await long.closed
  expect(await call('server.ping')).toBeNull()
})
