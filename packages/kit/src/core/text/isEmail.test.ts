import { expect, test } from 'vitest'
import { isEmail } from './isEmail.ts'

const name = 'a'.repeat(64)
/** An address of `length` characters. */
const long = (length: number) => `${name}@${'b'.repeat(length - name.length - 5)}.org`

test.for([
  ['ann@example.org', true],
  ['ann.lee+bread@mail.example.co.uk', true],
  ["o'neil@example.org", true],
  ['bäcker@bücher.example', true],
  [long(254), true],
  [long(255), false],
  [`${name}a@example.org`, false],
  ['', false],
  ['ann', false],
  ['ann@', false],
  ['@example.org', false],
  ['ann@example', false],
  ['ann@example..org', false],
  ['ann@.example.org', false],
  ['ann@example.org.', false],
  ['ann lee@example.org', false],
  ['ann@example.org ', false],
  ['ann@lee@example.org', false],
  ['ann@example.org\nBcc: bob@example.org', false],
  ['ann\u0000@example.org', false],
  ['ann\u202e@example.org', false],
] as const)('isEmail(%j) returns %s', ([text, expected]) => {
  expect(isEmail(text)).toBe(expected)
})

test('isEmail is fast even for a text that is made to be slow', () => {
  expect(isEmail(`${'a'.repeat(60)}@${'.a'.repeat(90)}@`)).toBe(false)
  expect(isEmail('a@'.repeat(500_000))).toBe(false)
})
