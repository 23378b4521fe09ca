import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, pad, parseAbi, toHex } from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { reportsFailure } from './reportsFailure.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const abi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
])
const word = pad('0x1')

const operation = (
  success: boolean,
  sender: string = account,
  address: string = entryPoint07Address,
) => ({
  address,
  topics: encodeEventTopics({
    abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: word, sender: sender as `0x${string}`, paymaster: account },
  }), // the cast: the addresses above have the right form
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [7n, success, 1n, 1n],
  ),
})
const ofSafe = (eventName: 'ExecutionFailure' | 'ExecutionSuccess', address = account) => ({
  address,
  topics: encodeEventTopics({ abi, eventName }),
  data: word + word.slice(2),
})

test.each<[string, readonly unknown[], boolean]>([
  ['no logs', [], false],
  ['a successful operation', [operation(true)], false],
  ['a failed operation', [operation(false)], true],
  ...[entryPoint06Address, entryPoint08Address, entryPoint09Address].map(
    (address): [string, readonly unknown[], boolean] => [
      `a failed operation at ${address}`,
      [operation(false, account, address)],
      true,
    ],
  ),
  [
    'a failed operation, addresses in lower case',
    [operation(false, account.toLowerCase(), entryPoint07Address.toLowerCase())],
    true,
  ],
  ['an operation of another account', [operation(false, other)], false],
  ['a log of another contract', [operation(false, account, other)], false],
  ['one of two operations failed', [operation(true), operation(false)], false],
  ['a Safe whose transaction failed', [ofSafe('ExecutionFailure')], true],
  ['a Safe whose transaction succeeded', [ofSafe('ExecutionSuccess')], false],
  ['another Safe', [ofSafe('ExecutionFailure', other)], false],
])('reportsFailure reads the result of a receipt: %s', (_, logs, isFailed) => {
  expect(reportsFailure(logs, account)).toBe(isFailed)
})

test('logs of any form are read without an error', () => {
  const part = fc.oneof(
    fc.constantFrom(account, entryPoint07Address, toHex(1), null, 5),
    fc.string(),
  )
  const log = fc.oneof(
    fc.anything(),
    fc.record({ address: part, topics: fc.oneof(fc.array(part), part), data: part }),
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(log)), (logs) => {
      expect(reportsFailure(logs, account)).toBe(false)
    }),
  )
})
