import { expect, test } from 'vitest'
import { isRevert } from './isRevert.ts'

test.each([
  [3, 'execution reverted', '0x'],
  [3, 'odd', undefined],
  [-32000, 'execution reverted: ERC20: paused', undefined],
  [-32000, 'out of gas', undefined],
  [-32000, 'invalid opcode: INVALID', undefined],
  [-32000, 'invalid jump destination', undefined],
  [-32000, 'stack underflow (0 <=> 1)', undefined],
  [-32015, 'VM execution error.', 'Reverted 0x'],
  [-32603, 'EVM error OutOfGas', undefined],
  [-32603, 'Error: VM Exception while processing transaction: reverted', undefined],
  [-32603, 'Internal error', '0x08c379a0'],
  [-32000, 'execution aborted (timeout = 5s)', undefined],
])('the error %i "%s" is a revert of the contract', (code, message, data) => {
  expect(isRevert({ code, message, data })).toBe(true)
})

test.each([
  [-32005, 'limit exceeded'],
  [-32603, 'Internal error'],
  [-32000, 'header not found'],
  [-32000, 'missing trie node'],
  [19, 'Temporary internal error. Please retry'],
  [-32601, 'the method does not exist'],
  [-32002, 'request timed out'],
  [429, 'Too many requests'],
  [-32097, 'rate limit'],
  [1, 'out of capacity'],
])('the error %i "%s" is a failure of the node', (code, message) => {
  expect(isRevert({ code, message })).toBe(false)
})
