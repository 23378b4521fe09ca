import { expect, test } from 'vitest'
import { acceptTransaction } from './chain/acceptTransaction.ts'
import { judge } from './judge/judge.ts'
import { createTestChain } from './testing/createTestChain.ts'
import { writeTransaction } from './wire/transaction.ts'
import { scriptKinds, spend, type KindName } from './testing/kinds.ts'

test.each(Object.keys(scriptKinds) as KindName[])(
  'pays to %s, spends from it, and refuses changed bytes',
  (kind) => {
    const chain = createTestChain()
    const coin = chain.pay(kind)
    const raw = spend(chain, kind, [coin])
    // the amount of the output; the middle of the signatures
    for (const at of [raw.length - 60, raw.length - 8]) {
      const changed = Buffer.from(raw)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => judge(chain, changed)).toThrow()
    }
    const { transaction } = acceptTransaction(chain, raw)
    expect(writeTransaction(transaction)).toEqual(raw) // the interpreter has changed nothing
    chain.mine()
    expect(chain.entries.get(transaction.txid)?.height).toBe(chain.blocks.length - 1)
    expect(() => judge(chain, raw)).toThrow('txn-already-known')
  },
)
