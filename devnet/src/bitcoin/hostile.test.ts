import fc from 'fast-check'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { answerLine } from './electrum/serveElectrum.ts'
import { answerEsplora } from './esplora/answerEsplora.ts'
import { judge } from './judge/judge.ts'
import { answerRpc } from './rpc/answerRpc.ts'
import { startBitcoinChain, type BitcoinChain } from './startBitcoinChain.ts'
import { createTestChain } from './testing/createTestChain.ts'
import { spend } from './testing/kinds.ts'
import { readTransaction, writeTransaction } from './wire/transaction.ts'

const chain = createTestChain()
const coin = chain.pay('p2wpkh')
const good = spend(chain, 'p2wpkh', [coin])
const noDefect = (error: unknown) => {
  throw error
}
const expected = new Set(['Refusal', 'MalformedError'])

let served: BitcoinChain
const defects: unknown[] = []
beforeAll(async () => {
  served = await startBitcoinChain({ isHeld: true, onDefect: (error) => defects.push(error) })
})
afterAll(() => served.close())

test('any bytes, and any changes of a good transaction, are refused with a reason', () => {
  const changed = fc
    .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = Buffer.from(good)
      for (const [at, value] of changes) bytes.writeUInt8(value, at)
      return bytes
    })
  const anything = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(changed, anything), (raw) => {
      if (raw.equals(good)) return
      let reason = ''
      try {
        const { transaction } = judge(chain, raw)
        // what no signature covers may change: nothing, in a transaction of one signed input
        expect(transaction.txid).toBe(readTransaction(good).txid)
      } catch (error) {
        if (!(error instanceof Error) || !expected.has(error.name)) throw error
        reason = error.message
      }
      expect(reason).not.toBe('')
    }),
    { numRuns: 300 },
  )
})

test('what is read as a transaction is written again as the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 90 }), (bytes) => {
      const raw = Buffer.concat([good.subarray(0, 5), Buffer.from(bytes)])
      try {
        const read = readTransaction(raw)
        expect(writeTransaction(read)).toEqual(raw)
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'MalformedError') throw error
      }
    }),
    { numRuns: 300 },
  )
})

const word = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.constantFrom(
    'tx',
    'address',
    'block',
    'blocks',
    'utxo',
    'txs',
    'chain',
    'hex',
    '0',
    '-1',
    '9e9',
  ),
  fc.constantFrom(coin.txid, chain.blocks[3]?.hash ?? '', '9'.repeat(40)),
)

test('any path of Esplora has an answer', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 6 }),
      fc.constantFrom('GET', 'POST'),
      (words, method) => {
        const { status } = answerEsplora(chain, { method, path: `/${words.join('/')}`, body: '00' })
        expect([200, 400, 404]).toContain(status)
      },
    ),
    { numRuns: 500 },
  )
})

const rpcNames = [
  'getblock',
  'getblockhash',
  'getblockheader',
  'getrawtransaction',
  'gettxout',
  'decoderawtransaction',
  'sendrawtransaction',
  'testmempoolaccept',
  'getrawmempool',
  'getmempoolentry',
  'estimatesmartfee',
  'validateaddress',
]
const electrumNames = [
  'blockchain.scripthash.subscribe',
  'blockchain.scripthash.get_balance',
  'blockchain.block.header',
  'blockchain.block.headers',
  'blockchain.transaction.get',
  'blockchain.transaction.get_merkle',
  'blockchain.transaction.id_from_pos',
  'blockchain.transaction.broadcast',
]
const params = fc.array(fc.oneof(word, fc.jsonValue(), fc.integer(), fc.boolean()), {
  maxLength: 4,
})

test('any call of JSON-RPC and of Electrum has an answer, and is no defect', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rpcNames), params, (method, list) => {
      const { body } = answerRpc(chain, JSON.stringify({ id: 1, method, params: list }), noDefect)
      expect(body).toHaveProperty('result')
    }),
    { numRuns: 400 },
  )
  const subscriptions = { scripts: new Map<string, string | null>(), hasHeaders: false }
  fc.assert(
    fc.property(fc.constantFrom(...electrumNames), params, (method, list) => {
      const line = JSON.stringify({ id: 1, method, params: list })
      expect(JSON.parse(answerLine({ chain, subscriptions }, line, noDefect))).toHaveProperty(
        'id',
        1,
      )
    }),
    { numRuns: 400 },
  )
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      answerRpc(chain, text, noDefect)
      answerLine({ chain, subscriptions }, text, noDefect)
    }),
    { numRuns: 300 },
  )
})

test('over HTTP, any body has an answer', async () => {
  const paths = ['/', '/tx', '/devnet/mine', '/devnet/fund', '/devnet/reorganise', '/devnet/drop']
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.oneof(fc.string(), fc.json(), fc.constant('[{}]')),
      async (path, body) => {
        const response = await fetch(served.url + path, { method: 'POST', body })
        await response.text()
        expect([200, 400, 404, 405, 500]).toContain(response.status)
      },
    ),
    { numRuns: 120 },
  )
  expect(defects).toEqual([])
})
