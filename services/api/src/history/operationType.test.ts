import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'
import { kinds, type Kind } from '../db/schema.ts'
import { attempts, evmWords, methods } from '../chains/evm/history/evmWords.ts'
import { operationType } from './operationType.ts'

const address = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const [me, other, contract, usdc, dai, light] = [1, 2, 3, 4, 5, 6].map(address) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const grave = '0x000000000000000000000000000000000000dead'

const move = (
  token: Hex,
  sender: Hex,
  recipient: Hex,
  amount = 1n,
  kind: Kind = kinds.erc20,
): Transfer => ({
  block: 1,
  index: 0,
  position: 0,
  kind,
  token,
  tokenId: 0n,
  sender,
  recipient,
  amount,
})
const did = (parts: Partial<AccountTransaction>): AccountTransaction => ({
  block: 1,
  index: 0,
  hash: '0x',
  sender: me,
  recipient: contract,
  created: null,
  value: 0n,
  fee: 0n,
  nonce: 0,
  succeeded: true,
  selector: '0x12345678',
  hasData: true,
  hasLure: false,
  minedAt: 1,
  transfers: [],
  hasApproved: false,
  ...parts,
})

test('each selector is that of its signature', () => {
  for (const table of [methods, attempts])
    for (const [selector, { signature }] of Object.entries(table))
      expect(selector).toBe(toFunctionSelector(signature))
})

test.each<[string, Partial<AccountTransaction>]>([
  ['deploy', { recipient: null, created: contract }],
  ['deploy', { recipient: null, succeeded: false }],
  ['cancel', { recipient: me, selector: null, hasData: false }],
  [
    'deposit',
    { selector: '0xd0e30db0', transfers: [move(usdc, me, contract), move(dai, zeroAddress, me)] },
  ],
  ['trade', { transfers: [move(usdc, me, contract), move(dai, contract, me)] }],
  ['trade', { transfers: [move(usdc, me, contract), move(light, contract, me, 1n, kinds.erc721)] }],
  ['trade', { sender: other, transfers: [move(usdc, me, contract), move(dai, contract, me)] }],
  [
    'mint',
    { transfers: [move(usdc, me, contract), move(light, zeroAddress, me, 1n, kinds.erc721)] },
  ],
  ['mint', { transfers: [move(dai, zeroAddress, me)] }],
  ['receive', { sender: other, transfers: [move(dai, zeroAddress, me)] }],
  ['receive', { transfers: [move(dai, contract, me)] }],
  ['send', { transfers: [move(usdc, me, other)] }],
  ['send', { transfers: [move(usdc, me, contract, 5n), move(usdc, contract, me, 2n)] }],
  ['send', { recipient: other, value: 5n, selector: null, hasData: false, transfers: [] }],
  ['send', { transfers: [move(usdc, me, me, 5n)], selector: null, hasData: false }],
  ['burn', { transfers: [move(usdc, me, zeroAddress)] }],
  ['burn', { transfers: [move(light, me, grave, 1n, kinds.erc721)] }],
  ['approve', { hasApproved: true }],
  ['approve', { sender: other, hasApproved: true }],
  ['approve', { selector: '0x095ea7b3', succeeded: false }],
  ['send', { selector: '0xa9059cbb', succeeded: false }],
  ['trade', { selector: '0x7ff36ab5', succeeded: false, value: 1n }],
  ['execute', {}],
  ['execute', { transfers: [move(usdc, me, contract, 5n), move(usdc, contract, me, 5n)] }],
  ['receive', { sender: other, recipient: me, selector: null, hasData: false }],
])('the operation type is %s (%#)', (type, parts) => {
  expect(operationType(me, did(parts), evmWords)).toBe(type)
})
