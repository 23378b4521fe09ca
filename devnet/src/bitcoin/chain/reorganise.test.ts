import { expect, test } from 'vitest'
import { createTestChain } from '../testing/createTestChain.ts'
import { scriptOfKind, spend } from '../testing/kinds.ts'
import { scriptHashOf } from '../wire/hash.ts'
import { acceptTransaction } from './acceptTransaction.ts'
import { tipOf } from './createChain.ts'
import { minerScript } from './faucet.ts'
import { unspentOf } from './history.ts'
import { mineBlock } from './mineBlock.ts'
import { reorganise } from './reorganise.ts'
import type { Chain } from './types.ts'

const branch = (chain: Chain, depth: number, transactions: Buffer[] = []) =>
  reorganise(chain, { depth, script: minerScript, transactions })

test('the new branch is one block longer and has other hashes; transactions wait again', () => {
  const chain = createTestChain()
  const { txid } = chain.pay('p2wpkh')
  const old = chain.blocks.slice(-2).map(({ hash }) => hash)
  const height = tipOf(chain).height
  expect(branch(chain, 2)).toHaveLength(3)
  expect(tipOf(chain).height).toBe(height + 1)
  for (const { hash } of chain.blocks) expect(old).not.toContain(hash)
  expect([...chain.mempool.keys()]).toEqual([txid])
  chain.mine()
  expect(chain.entries.get(txid)?.height).toBe(height + 2)
})

test('a payment of the new branch drops the one that it contradicts, whatever its fee', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  const first = acceptTransaction(chain, spend(chain, 'p2wpkh', [coin], { fee: 9_000n }))
  chain.mine()
  const other = spend(chain, 'p2wpkh', [coin], { fee: 300n })
  const [block] = branch(chain, 1, [other])
  expect(chain.entries.has(first.transaction.txid)).toBe(false)
  expect(block?.transactions[1]?.raw).toEqual(other)
})

test('a payment that spends a reward of a removed block is dropped, with its children', () => {
  const chain = createTestChain()
  mineBlock(chain, { script: scriptOfKind('p2wpkh') })
  const height = tipOf(chain).height
  chain.mine(99)
  const [coin] = unspentOf(chain, scriptHashOf(scriptOfKind('p2wpkh')))
  if (!coin) throw new Error('The reward is missing.')
  const { transaction } = acceptTransaction(chain, spend(chain, 'p2wpkh', [coin]))
  const [change] = unspentOf(chain, scriptHashOf(scriptOfKind('p2wpkh')))
  if (!change) throw new Error('The change is missing.')
  acceptTransaction(chain, spend(chain, 'p2wpkh', [change]))
  expect(chain.mempool.size).toBe(2)
  // with one block less, the reward is too young for the next block
  branch(chain, 1)
  expect(chain.entries.has(transaction.txid)).toBe(false)
  expect(chain.mempool.size).toBe(0)
  branch(chain, tipOf(chain).height - height + 1)
  expect(unspentOf(chain, scriptHashOf(scriptOfKind('p2wpkh')))).toEqual([])
})

test('refuses depths that the chain does not have, and changes nothing', () => {
  const chain = createTestChain()
  const before = tipOf(chain).hash
  for (const depth of [0, -1, 1.5, chain.blocks.length, Infinity, Number.NaN])
    expect(() => branch(chain, depth)).toThrow(RangeError)
  expect(tipOf(chain).hash).toBe(before)
})

test('a branch with a bad transaction is made without it', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  const raw = spend(chain, 'p2wpkh', [coin], { fee: 0n })
  const height = tipOf(chain).height
  expect(() => branch(chain, 1, [raw])).toThrow('min relay fee not met')
  expect(tipOf(chain).height).toBe(height + 1)
})
