import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { writtenCode } from './oneTimeCode.ts'

test.each([
  ['digit by digit', '12', '1', '12'],
  ['pasted with spaces', ' 123 456 ', '', '123456'],
  ['pasted too long', '1234567', '', '123456'],
  ['in Arabic and Persian digits, and in wide ones', '١٢۳۴５6', '', '123456'],
  ['letters and signs', 'a-1/:b', '', '1'],
  ['Backspace in a whole code', '12345', '123456', '12345'],
  ['another whole code in place of the selected one', '654321', '123456', '654321'],
  ['a digit after a whole code', '1234567', '123456', '7'],
  ['a digit before it', '9123456', '123456', '9'],
  ['a digit within it', '1239456', '123456', '9'],
  ['the same digit again', '0000000', '000000', '0'],
  ['a whole code pasted after it', '123456654321', '123456', '654321'],
])('%s', (_, text, before, held) => {
  expect(writtenCode(text, before, 6)).toBe(held)
})

test('a digit that is written into a whole code never gives a whole one', () => {
  const code = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }).map((digits) => digits.join(''))
  fc.assert(fc.property(code, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 9 }), (before, at, digit) => {
    expect(writtenCode(before.slice(0, at) + digit + before.slice(at), before, 6)).toBe(String(digit))
  }))
})
