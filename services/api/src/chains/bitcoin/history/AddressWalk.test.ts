import { expect, test } from 'vitest'
import { NodesError, type Request } from '../../../providers/nodes.ts'
import { AddressWalk, type Mined } from './AddressWalk.ts'

const address = { script: '0014aa', text: 'the address' }
const tip = { height: 100, hash: 'ff'.repeat(32) }
const signal = new AbortController().signal

/** A payment of 1,000 to the address, in a block. */
const row = (name: string, block: number): Mined => ({
  txid: name.padEnd(64, '0'),
  fee: 0n,
  vin: [
    {
      txid: name.padEnd(64, 'f'),
      vout: 0,
      prevout: { scriptpubkey: '0014bb', value: 1_000n },
      scriptsig: '',
      is_coinbase: false,
      sequence: 0,
    },
  ],
  vout: [{ index: 0, scriptpubkey: address.script, value: 1_000n }],
  status: {
    confirmed: true,
    block_height: block,
    block_hash: String(block).padStart(64, '0'),
    block_time: 1_700_000_000 + block,
  },
})

/** A node that has these rows, newest first, two on a page. */
function nodeOf(rows: readonly Mined[], claims: { count?: number; sum?: bigint } = {}): Request {
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    address: () => ({
      chain_stats: {
        tx_count: claims.count ?? rows.length,
        funded_txo_sum: claims.sum ?? BigInt(rows.length) * 1_000n,
        spent_txo_sum: 0n,
      },
      mempool_stats: { tx_count: 0, funded_txo_sum: 0n, spent_txo_sum: 0n },
    }),
    newest: () => rows.slice(0, 2),
    confirmed: ([, last]) => {
      const start = rows.findIndex(({ txid }) => txid === last) + 1
      return start > 0 || last === undefined ? rows.slice(start, start + 2) : []
    },
    transaction: ([txid]) => {
      const found = rows.find((each) => each.txid === txid)
      if (!found) throw new NodesError('It is not there', { code: 404 })
      return found
    },
  }
  // the walk gets answers as its readings return them
  return (async (method: string, params: readonly unknown[]) =>
    answers[method]?.(params)) as Request
}

async function walkOf(request: Request, from?: { txid: string; older: number }) {
  const walk = await AddressWalk.open(request, {
    address,
    scripts: new Set([address.script]),
    tip,
    signal,
    from,
  })
  while (!walk.isDone) await walk.next()
  return walk
}

const rows = [row('a', 90), row('b', 80), row('c', 80), row('d', 80), row('e', 70), row('f', 60)]
const ids = (walk: AddressWalk) => walk.rows.map(({ txid }) => txid[0]).join('')

test('a walk reads all transactions, and another one continues below a block', async () => {
  const walk = await walkOf(nodeOf(rows))
  expect(ids(walk)).toBe('abcdef')
  const resume = walk.resumeAbove(75)
  expect(resume).toEqual({ txid: 'd'.padEnd(64, '0'), older: 2 })
  expect(ids(await walkOf(nodeOf(rows), resume))).toBe('ef')
  expect(walk.resumeAbove(95)).toBeUndefined()
})

test('a node that lists the transactions of a block in another order continues at the same place', async () => {
  const [a, b, c, d, e, f] = rows
  const other = [a, d, c, b, e, f].flatMap((each) => each ?? [])
  const resume = (await walkOf(nodeOf(rows))).resumeAbove(75)
  expect(ids(await walkOf(nodeOf(other), resume))).toBe('ef')
})

test('a walk starts at the top when the place is not there any more, and fails when it is not the address’s', async () => {
  expect(ids(await walkOf(nodeOf(rows), { txid: '9'.repeat(64), older: 2 }))).toBe('abcdef')
  await expect(walkOf(nodeOf(rows), { txid: rows[3]?.txid ?? '', older: 3 })).rejects.toThrow(
    NodesError,
  )
  await expect(walkOf(nodeOf(rows), { txid: rows[3]?.txid ?? '', older: 1 })).rejects.toThrow(
    NodesError,
  )
})

test.each([
  ['more transactions than it lists', { count: 7 }],
  ['fewer transactions than it lists', { count: 5 }],
  ['another sum', { sum: 5_000n }],
])('a node that claims %s contradicts itself', async (_, claims) => {
  await expect(walkOf(nodeOf(rows, claims))).rejects.toThrow(NodesError)
})

test.each([
  ['above the tip', [row('a', 101), ...rows]],
  ['of the tip with another hash', [row('a', 100), ...rows.slice(1)]],
  ['in a rising order', [...rows, row('9', 65)]],
  ['twice', [...rows, row('f', 60)]],
])('a node that lists a block %s contradicts itself', async (_, listed) => {
  await expect(walkOf(nodeOf(listed))).rejects.toThrow(NodesError)
})
