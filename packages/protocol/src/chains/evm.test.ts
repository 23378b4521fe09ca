import { expect, test } from 'vitest'
import { isEvmAddress } from './evm.ts'
import { nativeTokenAddress } from '../nativeToken.ts'

test('`isEvmAddress` accepts 0x and forty hex digits in any case', () => {
  expect(isEvmAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(true)
  expect(isEvmAddress(nativeTokenAddress)).toBe(true)
})

test.each([
  '',
  '0x',
  `0x${'a'.repeat(39)}`,
  `0x${'a'.repeat(41)}`,
  `0X${'a'.repeat(40)}`,
  `0x${'g'.repeat(40)}`,
  `0x${'a'.repeat(40)}\n`,
  ` 0x${'a'.repeat(40)}`,
  [`0x${'a'.repeat(40)}`],
  null,
])('`isEvmAddress` refuses %j', (value) => expect(isEvmAddress(value)).toBe(false))
