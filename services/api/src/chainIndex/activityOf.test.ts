import { expect, test } from 'vitest'
import { activityOf } from './activityOf.ts'
import type { Hex, IndexedBlock } from './chainIndex.ts'

const [bundler, entryPoint, ann] = ['b', 'e', 'a'].map((digit): Hex => `0x${digit.repeat(40)}`)

test('an account takes part in a bundle with its operation, once, also without transfers', () => {
  const block = {
    number: 7,
    minedAt: 1_700_000_000,
    transactions: [{ index: 0, sender: bundler, recipient: entryPoint, created: null }],
    transfers: [],
    approvals: [],
    operations: [
      { index: 0, account: ann },
      { index: 0, account: ann },
    ],
  } as unknown as IndexedBlock // the parts that are read
  expect(activityOf(block).map(({ account, index }) => [account, index])).toEqual([
    [bundler, 0],
    [entryPoint, 0],
    [ann, 0],
  ])
})
