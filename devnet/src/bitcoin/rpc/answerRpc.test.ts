import { expect, test } from 'vitest'
import { acceptTransaction } from '../chain/acceptTransaction.ts'
import { tipOf } from '../chain/createChain.ts'
import { createTestChain } from '../testing/createTestChain.ts'
import { addressOfKind, spend } from '../testing/kinds.ts'
import { answerRpc } from './answerRpc.ts'

const noDefect = (error: unknown) => {
  throw error
}

function startRpc() {
  const chain = createTestChain()
  const answer = (method: string, ...params: unknown[]) =>
    answerRpc(chain, JSON.stringify({ id: 7, method, params }), noDefect)
  const call = (method: string, ...params: unknown[]) => {
    const { body } = answer(method, ...params)
    return (body as { result: unknown }).result
  }
  return { chain, answer, call }
}

test('shows a block with what its transactions spend, as indexers read it', () => {
  const { chain, call } = startRpc()
  const coin = chain.pay('p2wpkh', 500_000n)
  const { transaction } = acceptTransaction(chain, spend(chain, 'p2wpkh', [coin], { fee: 700n }))
  chain.mine()
  const { hash, height, previous } = tipOf(chain)
  expect(call('getblock', call('getblockhash', height), 3)).toMatchObject({
    hash,
    height,
    confirmations: 1,
    previousblockhash: previous,
    nTx: 2,
    tx: [
      { vin: [{ coinbase: expect.any(String) }] },
      {
        txid: transaction.txid,
        fee: 0.000007,
        vin: [
          {
            txid: coin.txid,
            prevout: {
              generated: false,
              height: height - 1,
              value: 0.005,
              scriptPubKey: { address: addressOfKind('p2wpkh'), type: 'witness_v0_keyhash' },
            },
          },
        ],
        vout: [{ n: 0, value: 0.004993 }],
      },
    ],
  })
})

test('judges, sends and shows a transaction that waits', () => {
  const { chain, call, answer } = startRpc()
  const coin = chain.pay('p2tr key')
  const good = spend(chain, 'p2tr key', [coin]).toString('hex')
  const bad = spend(chain, 'p2tr key', [coin], { fee: 0n }).toString('hex')
  expect(call('testmempoolaccept', [good, bad])).toMatchObject([
    { allowed: true, fees: { base: 0.00001 } },
    { allowed: false, 'reject-reason': 'min relay fee not met' },
  ])
  expect(answer('sendrawtransaction', bad)).toMatchObject({
    status: 500,
    body: { error: { code: -26, message: 'min relay fee not met' }, id: 7 },
  })
  const txid = call('sendrawtransaction', good)
  expect(call('getrawmempool')).toEqual([txid])
  expect(call('getmempoolentry', txid)).toMatchObject({ ancestorcount: 1, depends: [] })
  expect(call('gettxout', coin.txid, coin.vout)).toBeNull()
  expect(call('gettxout', coin.txid, coin.vout, false)).toMatchObject({ value: 0.01 })
  expect(call('gettxout', txid, 0)).toMatchObject({ confirmations: 0 })
})

test('words errors in the form of each version of JSON-RPC', () => {
  const { chain, answer } = startRpc()
  expect(answer('nonsense')).toMatchObject({ status: 404, body: { error: { code: -32_601 } } })
  expect(answerRpc(chain, '{', noDefect)).toMatchObject({ status: 500 })
  const two = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getblockhash', params: [-1] })
  expect(answerRpc(chain, two, noDefect)).toEqual({
    status: 200,
    body: { jsonrpc: '2.0', id: 1, error: { code: -8, message: 'Block height out of range' } },
  })
  expect(answerRpc(chain, `[${two},${two}]`, noDefect).body).toHaveLength(2)
})
