import { expect, test } from 'vitest'
import { NodesError, type Request } from '../../../providers/nodes.ts'
import type { PageStart } from '../../../chainIndex/chainIndex.ts'
import { readPage } from './readPage.ts'

const address = { script: '0014aa', text: 'the address' }

/** A node with 100,000 transactions of the address, one a block, 25 on a page. */
function createLongNode() {
  let calls = 0
  let height = 100_000
  const row = (block: number) => ({
    txid: String(block).padStart(64, '0'),
    fee: 0n,
    vin: [],
    vout: [{ index: 0, scriptpubkey: address.script, value: 1n }],
    status: {
      confirmed: true,
      block_height: block,
      block_hash: String(block).padStart(64, 'f'),
      block_time: block,
    },
  })
  const sums = { tx_count: 100_000, funded_txo_sum: 100_000n, spent_txo_sum: 0n }
  const none = { tx_count: 0, funded_txo_sum: 0n, spent_txo_sum: 0n }
  const request = (async (method: string) => {
    calls += 1
    return method === 'address'
      ? { chain_stats: sums, mempool_stats: none }
      : Array.from({ length: 25 }, () => row(height--))
  }) as Request // the walk gets answers as its readings return them
  return { request, calls: () => calls }
}

const pageFrom = (request: Request, start: PageStart) =>
  readPage(request, {
    addresses: [address],
    start,
    limit: 20,
    tip: { height: 100_001, hash: 'ff' },
    now: 0,
    signal: new AbortController().signal,
  })

test.each<[string, PageStart]>([
  ['place', { before: { block: 5, index: 0 }, latest: undefined }],
  ['time', { before: undefined, latest: 5 }],
])('a made-up %s far below the top causes few requests', async (_, start) => {
  const node = createLongNode()
  await expect(pageFrom(node.request, start)).rejects.toThrow(NodesError)
  expect(node.calls()).toBeLessThan(15)
})

test('a page starts below two hundred transactions that came since', async () => {
  const node = createLongNode()
  const { rows } = await pageFrom(node.request, {
    before: { block: 99_800, index: 0 },
    latest: undefined,
  })
  expect([rows.length, rows[0]?.block]).toEqual([20, 99_799])
})
