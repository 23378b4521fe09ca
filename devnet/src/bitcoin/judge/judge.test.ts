import { expect, test } from 'vitest'
import { unspentOf } from '../chain/history.ts'
import { mineBlock } from '../chain/mineBlock.ts'
import { scriptHashOf } from '../wire/hash.ts'
import { acceptTransaction } from '../chain/acceptTransaction.ts'
import { createTestChain } from '../testing/createTestChain.ts'
import { scriptOfKind, spend } from '../testing/kinds.ts'
import { completeTransaction, readTransaction } from '../wire/transaction.ts'
import { judge } from './judge.ts'
import { dustLimit } from './checkStandard.ts'

const own = scriptOfKind('p2wpkh')
const coinsOf = (raw: Buffer) => {
  const { txid, outputs } = readTransaction(raw)
  return outputs.map(({ value }, vout) => ({ txid, vout, value }))
}
const firstOf = (raw: Buffer) => {
  const [coin] = coinsOf(raw)
  if (!coin) throw new Error('No output.')
  return coin
}

test.each([
  ['p2wpkh', 294n],
  ['p2wsh', 330n],
  ['p2tr key', 330n],
  ['p2pkh', 546n],
  ['p2sh', 540n],
] as const)('an output of %s has at least %s satoshis', (kind, limit) => {
  expect(dustLimit({ script: scriptOfKind(kind) })).toBe(limit)
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  const withSmall = (value: bigint) =>
    spend(chain, 'p2wpkh', [coin], {
      outputs: [
        { script: scriptOfKind(kind), value },
        { script: own, value: 900_000n },
      ],
    })
  expect(() => judge(chain, withSmall(limit - 1n))).toThrow('dust')
  expect(judge(chain, withSmall(limit)).fee).toBe(100_000n - limit)
})

test('a fee is at least one satoshi for a virtual byte', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2tr key')
  const { vsize } = readTransaction(spend(chain, 'p2tr key', [coin]))
  const paying = (fee: number) => spend(chain, 'p2tr key', [coin], { fee: BigInt(fee) })
  expect(judge(chain, paying(vsize)).fee).toBe(BigInt(vsize))
  expect(() => judge(chain, paying(vsize - 1))).toThrow('min relay fee not met')
  const { raw } = completeTransaction({
    ...readTransaction(paying(vsize)),
    outputs: [{ script: own, value: coin.value + 1n }],
  })
  expect(() => judge(chain, raw)).toThrow('bad-txns-in-belowout')
})

test('a replacement pays more for a byte, and for its own relay; then the first payment is gone', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  const first = acceptTransaction(chain, spend(chain, 'p2wpkh', [coin], { fee: 1_000n }))
  const child = acceptTransaction(
    chain,
    spend(chain, 'p2wpkh', [firstOf(first.transaction.raw)], { fee: 500n }),
  )
  for (const fee of [999n, 1_001n, 1_500n, 1_609n])
    expect(() => judge(chain, spend(chain, 'p2wpkh', [coin], { fee })), String(fee)).toThrow(
      'insufficient fee',
    )
  const raw = spend(chain, 'p2wpkh', [coin], { fee: 1_610n })
  expect(judge(chain, raw).replaced).toEqual(new Set([first, child]))
  acceptTransaction(chain, raw)
  expect([...chain.mempool.keys()]).toEqual([readTransaction(raw).txid])
  expect(chain.entries.has(child.transaction.txid)).toBe(false)
})

test('a chain of waiting transactions has at most 25', () => {
  const chain = createTestChain()
  let coin: { txid: string; vout: number; value: bigint } = chain.pay('p2wpkh')
  for (let count = 0; count < 25; count += 1) {
    const raw = spend(chain, 'p2wpkh', [coin], { fee: 200n })
    acceptTransaction(chain, raw)
    coin = firstOf(raw)
  }
  const next = spend(chain, 'p2wpkh', [coin], { fee: 200n })
  expect(() => judge(chain, next)).toThrow('too-long-mempool-chain')
  chain.mine()
  expect(judge(chain, next).fee).toBe(200n)
})

test('locks: a height, a time, and the age of what is spent', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  const height = chain.blocks.length - 1
  const locked = (lockTime: number) => spend(chain, 'p2wpkh', [coin], { lockTime, sequence: 0 })
  expect(judge(chain, locked(height)).fee).toBe(1_000n)
  expect(() => judge(chain, locked(height + 1))).toThrow('non-final')
  const median = chain.blocks[height - 5]?.time ?? 0 // the middle of the last eleven
  expect(judge(chain, locked(median - 1)).fee).toBe(1_000n)
  expect(() => judge(chain, locked(median))).toThrow('non-final')
  const aged = (sequence: number) => spend(chain, 'p2wpkh', [coin], { sequence })
  expect(judge(chain, aged(1)).fee).toBe(1_000n)
  expect(() => judge(chain, aged(2))).toThrow('non-BIP68-final')
  expect(() => judge(chain, aged(0x40_0002))).toThrow('non-BIP68-final')
  chain.mine()
  expect(judge(chain, aged(2)).fee).toBe(1_000n)
  chain.mine(6)
  expect(judge(chain, aged(0x40_0002)).fee).toBe(1_000n)
})

test.each([
  ['p2pkh', 'SCRIPT_ERR_CLEANSTACK'],
  ['p2sh', 'SCRIPT_ERR_CLEANSTACK'],
  ['p2wpkh', 'SCRIPT_ERR_WITNESS_MALLEATED'],
] as const)('an input of %s pushes nothing beyond what it needs', (kind, reason) => {
  const chain = createTestChain()
  const raw = spend(chain, kind, [chain.pay(kind)])
  const { inputs, ...rest } = readTransaction(raw)
  const longer = inputs.map((input) => ({
    ...input,
    script: Buffer.concat([Buffer.from([0x51]), input.script]),
  }))
  const changed = completeTransaction({ ...rest, inputs: longer })
  expect(() => judge(chain, changed.raw)).toThrow(reason)
})

test('a reward can be spent 100 blocks later', () => {
  const chain = createTestChain()
  mineBlock(chain, { script: own })
  const [reward] = unspentOf(chain, scriptHashOf(own))
  if (!reward) throw new Error('The reward is missing.')
  const raw = () => spend(chain, 'p2wpkh', [reward])
  chain.mine(98)
  expect(() => judge(chain, raw())).toThrow('bad-txns-premature-spend-of-coinbase')
  chain.mine()
  expect(judge(chain, raw()).fee).toBe(1_000n)
})

test('a replacement spends no waiting output that its rival did not spend', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  acceptTransaction(chain, spend(chain, 'p2wpkh', [coin], { fee: 300n }))
  const parent = spend(chain, 'p2wpkh', [chain.pay('p2wpkh', 700_000n)], { fee: 300n })
  const rival = acceptTransaction(
    chain,
    spend(chain, 'p2wpkh', [chain.pay('p2wpkh')], { fee: 300n }),
  )
  acceptTransaction(chain, parent)
  const [spent] = rival.spent
  if (!spent) throw new Error('The rival spends nothing.')
  expect(() =>
    judge(chain, spend(chain, 'p2wpkh', [spent, firstOf(parent)], { fee: 90_000n })),
  ).toThrow('replacement-adds-unconfirmed')
})

test('a spent script that is longer than any wallet makes is refused before it runs', () => {
  const chain = createTestChain()
  const coin = chain.pay('p2wpkh')
  const long = Buffer.concat([Buffer.from([0x4d, 0x2c, 0x01]), Buffer.alloc(300, 1)])
  expect(() =>
    judge(chain, spend(chain, 'p2wpkh', [coin], { outputs: [{ script: long, value: 9_000n }] })),
  ).toThrow('scriptpubkey')
})
