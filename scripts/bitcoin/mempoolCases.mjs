import { unspentOf } from '../../devnet/src/bitcoin/chain/history.ts'
import { scriptOfKind, spend } from '../../devnet/src/bitcoin/testing/kinds.ts'
import { scriptHashOf } from '../../devnet/src/bitcoin/wire/hash.ts'
import { readTransaction } from '../../devnet/src/bitcoin/wire/transaction.ts'

const own = scriptOfKind('p2wpkh')

/** The outputs of a transaction as coins. */
function coinsOf(raw) {
  const { txid, outputs } = readTransaction(raw)
  return outputs.map(({ value, script }, vout) => ({ txid, vout, value, script }))
}

/** A chain of transactions, each of which spends the first output of the one before it. */
function longChain(chain, coin, count) {
  const list = []
  for (let [coins, index] = [[coin], 0]; index < count; index += 1) {
    const raw = spend(chain, 'p2wpkh', [coins[0]], { fee: 300n })
    list.push(raw)
    coins = coinsOf(raw)
  }
  return list
}

/**
 * Transactions whose judgement depends on what waits. `before`: transactions that both mempools
 * take first.
 */
export function* mempoolCases(chain) {
  const coins = unspentOf(chain, scriptHashOf(own)).filter(({ value }) => value === 1_000_000n)
  const pay = (list, options) => spend(chain, 'p2wpkh', list, options)
  const take = () => coins.shift()
  yield* replacements(chain, { pay, take })
  yield* families(chain, { pay, take })
}

/** Fees around what a first payment has paid, and inputs that it does not have. */
function* replacements(chain, { pay, take }) {
  const first = take()
  const paid = pay([first], { fee: 2_000n })
  yield { label: 'the same again', raw: paid, before: [paid] }
  for (const fee of [1_999n, 2_000n, 2_001n, 2_109n, 2_110n, 2_111n, 2_200n, 9_000n])
    yield {
      label: `replaces with ${fee}`,
      raw: pay([first], {
        fee,
        outputs: [{ script: scriptOfKind('p2tr key'), value: 1_000_000n - fee }],
      }),
    }
  yield {
    label: 'a final sequence replaces',
    raw: pay([first], { fee: 9_000n, sequence: 0xffff_ffff }),
  }
  const parent = pay([take()], { fee: 400n })
  yield {
    label: 'replaces with a waiting input',
    before: [parent],
    raw: pay([first, coinsOf(parent)[0]], { fee: 20_000n }),
  }
  yield { label: 'a child', raw: pay([coinsOf(parent)[0]], { fee: 400n }) }
  const child = pay([coinsOf(parent)[0]], { fee: 5_000n })
  const inputOf = unspentInput(chain, parent)
  yield {
    label: 'replaces a parent, too little for its child',
    before: [child],
    raw: pay([inputOf], { fee: 4_000n }),
  }
  yield { label: 'replaces a parent and its child', raw: pay([inputOf], { fee: 9_000n }) }
  yield {
    label: 'spends from what it replaces',
    raw: pay([inputOf, coinsOf(parent)[0]], { fee: 90_000n }),
  }
}

/** Long chains, many children, and the pairs of version 3. */
function* families(chain, { pay, take }) {
  // chains of 24 to 26 transactions
  const links = longChain(chain, take(), 26)
  yield { label: 'number 25 of a chain', before: links.slice(0, 24), raw: links[24] }
  yield { label: 'number 26 of a chain', before: [links[24]], raw: links[25] }

  // one parent with many children, and a small child above the limit
  const many = Array.from({ length: 30 }, () => ({ script: own, value: 30_000n }))
  const wide = pay([take()], { outputs: many })
  const children = coinsOf(wide).map((coin) => pay([coin], { fee: 300n }))
  yield { label: 'child 24', before: [wide, ...children.slice(0, 23)], raw: children[23] }
  yield { label: 'child 25', before: [children[23]], raw: children[24] }
  yield { label: 'child 26', before: [children[24]], raw: children[25] }

  // version 3: a parent with one small child
  const pair = pay([take()], {
    version: 3,
    outputs: [
      { script: own, value: 400_000n },
      { script: own, value: 590_000n },
    ],
  })
  const [one, two] = coinsOf(pair)
  yield { label: 'a child of version 2', before: [pair], raw: pay([one], { version: 2 }) }
  yield { label: 'a child of version 3', raw: pay([one], { version: 3 }) }
  yield {
    label: 'a large child of version 3',
    raw: pay([one], {
      version: 3,
      outputs: Array.from({ length: 40 }, () => ({ script: own, value: 9_000n })),
    }),
  }
  yield {
    label: 'a second child of version 3, for less',
    before: [pay([one], { version: 3, fee: 3_000n })],
    raw: pay([two], { version: 3, fee: 2_000n }),
  }
  yield {
    label: 'a child of version 3 of version 2',
    raw: pay([coinsOf(links[0])[0]], { version: 3, fee: 40_000n }),
  }
}

/** The coin that a waiting transaction spends first. */
function unspentInput(chain, raw) {
  const [{ txid, vout }] = readTransaction(raw).inputs
  return { txid, vout, value: chain.entries.get(txid).transaction.outputs[vout].value }
}
