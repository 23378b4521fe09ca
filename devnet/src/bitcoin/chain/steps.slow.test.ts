import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Line } from '../store/lines.ts'
import { restore } from '../store/restore.ts'
import { createTestChain, type TestChain } from '../testing/createTestChain.ts'
import { scriptOfKind, spend } from '../testing/kinds.ts'
import { scanChain } from '../testing/scanChain.ts'
import { writeBlock } from '../wire/block.ts'
import { scriptHashOf } from '../wire/hash.ts'
import { acceptTransaction, dropTransaction } from './acceptTransaction.ts'
import { createChain, tipOf } from './createChain.ts'
import { minerScript, payFromFaucet } from './faucet.ts'
import { historyOf, unspentOf } from './history.ts'
import { reorganise } from './reorganise.ts'
import type { Chain, ChainEvents } from './types.ts'

/** Records what the journal would store. */
function record(chain: Chain): Line[] {
  const lines: Line[] = []
  const events: ChainEvents = {
    accepted: ({ transaction, time }) =>
      lines.push({ kind: 'transaction', time, hex: transaction.raw.toString('hex') }),
    connected: (block) => lines.push({ kind: 'block', hex: writeBlock(block).toString('hex') }),
    disconnected: () => lines.push({ kind: 'disconnect' }),
    dropped: (txid) => lines.push({ kind: 'drop', txid }),
  }
  chain.listeners.add(events)
  return lines
}

/** What differs between a chain and a plain scan of its blocks. */
function expectScanned(chain: Chain): void {
  const confirmed = scanChain(chain)
  const coins = new Map([...chain.coins].map(([key, { value }]) => [key, value]))
  expect(coins).toEqual(confirmed.coins)
  const all = scanChain(chain, true)
  for (const [script, ids] of all.histories)
    expect(historyOf(chain, script).map(({ transaction }) => transaction.txid)).toEqual(ids)
  expect(new Set(chain.scripts.keys())).toEqual(new Set(all.histories.keys()))
  const open = [...all.histories.keys()].flatMap((script) => unspentOf(chain, script))
  expect(new Map(open.map(({ txid, vout, value }) => [`${txid}:${vout}`, value]))).toEqual(
    all.coins,
  )
}

type Step = (chain: TestChain) => void
const steps: Readonly<Record<string, (number: number) => Step>> = {
  pay: (number) => (chain) =>
    void payFromFaucet(chain, scriptOfKind('p2wpkh'), BigInt(1_000_000 + number)),
  spend: (number) => (chain) => {
    const coins = unspentOf(chain, scriptHashOf(scriptOfKind('p2wpkh')))
    const coin = coins[number % Math.max(1, coins.length)]
    if (coin) acceptTransaction(chain, spend(chain, 'p2wpkh', [coin], { fee: 400n }))
  },
  replace: (number) => (chain) => {
    const waiting = [...chain.mempool.values()].filter(
      ({ spent }) => spent[0]?.script.equals(scriptOfKind('p2wpkh')) === true,
    )
    const [coin] = waiting[number % Math.max(1, waiting.length)]?.spent ?? []
    if (coin) acceptTransaction(chain, spend(chain, 'p2wpkh', [coin], { fee: 30_000n }))
  },
  drop: (number) => (chain) =>
    dropTransaction(
      chain,
      [...chain.mempool.keys()][number % Math.max(1, chain.mempool.size)] ?? '',
    ),
  mine: () => (chain) => chain.mine(),
  reorganise: (number) => (chain) =>
    void reorganise(chain, { depth: 1 + (number % 4), script: minerScript }),
}

test('after any steps, coins and histories are those of a plain scan, and the journal repeats them', () => {
  const oneStep = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(50))
  fc.assert(
    fc.property(fc.array(oneStep, { minLength: 4, maxLength: 14 }), (list) => {
      const chain = createTestChain()
      const first = chain.blocks.slice(1)
      const lines = record(chain)
      for (const [name, number] of list) {
        try {
          steps[name]?.(number)(chain)
        } catch (error) {
          if (!(error instanceof Error) || error.name !== 'Refusal') throw error
        }
        expectScanned(chain)
      }
      const repeated = createChain()
      restore(repeated, [
        ...first.map((block): Line => ({ kind: 'block', hex: writeBlock(block).toString('hex') })),
        ...lines,
      ])
      expect(tipOf(repeated).hash).toBe(tipOf(chain).hash)
      expect([...repeated.mempool.keys()]).toEqual([...chain.mempool.keys()])
      expectScanned(repeated)
    }),
    { numRuns: 12 },
  )
})
