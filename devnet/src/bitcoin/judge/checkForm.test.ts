import { expect, test } from 'vitest'
import { scriptOfKind } from '../testing/kinds.ts'
import { completeTransaction, coinbaseOutpoint } from '../wire/transaction.ts'
import { checkForm, maxMoney } from './checkForm.ts'

const script = scriptOfKind('p2wpkh')
const input = (outpoint: { txid: string; vout: number }) => ({
  ...outpoint,
  script: Buffer.of(),
  sequence: 0xffff_ffff,
  witness: [],
})
const first = input({ txid: '11'.repeat(32), vout: 0 })
const second = input({ ...first, vout: 1 })

const check = (inputs: (typeof first)[], values: bigint[]) =>
  checkForm(
    completeTransaction({
      version: 2,
      lockTime: 0,
      inputs,
      outputs: values.map((value) => ({ value, script })),
    }),
  )

test('amounts are positive, and together at most all bitcoins', () => {
  check([first], [maxMoney])
  check([first, second], [maxMoney - 1n, 1n])
  expect(() => check([first], [maxMoney + 1n])).toThrow('bad-txns-vout-toolarge')
  expect(() => check([first], [maxMoney, 1n])).toThrow('bad-txns-txouttotal-toolarge')
  expect(() => check([first], [0x8000_0000_0000_0000n])).toThrow('bad-txns-vout-negative')
  expect(() => check([first], [])).toThrow('bad-txns-vout-empty')
})

test('inputs differ, and only a block has a reward', () => {
  expect(() => check([first, first], [1n])).toThrow('bad-txns-inputs-duplicate')
  expect(() => check([input(coinbaseOutpoint)], [1n])).toThrow('coinbase')
  expect(() => check([first, input(coinbaseOutpoint)], [1n])).toThrow('bad-txns-prevout-null')
})
