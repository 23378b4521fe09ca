import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { writtenCode } from './oneTimeCode.ts'

test.each([
  ['digits that are typed one by one', '12', '1', '12'],
  ['a pasted code with spaces', ' 123 456 ', '', '123456'],
  ['the first six digits of a longer pasted number', '1234567', '', '123456'],
  ['Arabic, Persian and full-width digits', '١٢۳۴５6', '', '123456'],
  ['the six-digit number at the end of a pasted mail', 'Code for Shop 24: 123456', '', '123456'],
  [
    'a mail with the code first',
    '123456 is your code for Shop 24. It expires in 20 minutes.',
    '',
    '123456',
  ],
  [
    'a mail with other numbers of six and more digits',
    'Order 1234567, 111111: the code is 654 321.',
    '',
    '111111',
  ],
  ['a mail with the code in two halves', 'Shop 24: 123-456', '', '123456'],
  ['a mail with the halves at a long dash', 'Shop 24: 123–456', '', '123456'],
  [
    'a mail with the halves at a thin space and marks of direction',
    'Shop 24: \u2067123\u202f456\u2069',
    '',
    '123456',
  ],
  ['a mail with a mark between the halves', 'Shop 24: 123\u200e-\u200e456', '', '123456'],
  ['a mail with spaces between the digits', 'Shop 24: 1 2 3 4 5 6', '', '123456'],
  ['a mail in Arabic digits', 'رمز المتجر ٢٤: ١٢٣٤٥٦', '', '123456'],
  ['a mail in Devanagari and Thai digits', 'कोड १२३४๕๖', '', '123456'],
  ['a mail pasted after three digits', '123Code for Shop 24: 654321', '123', '654321'],
  ['a mail pasted over a complete code', '111111Code: 654321', '111111', '654321'],
  ['a mail without a code', 'Shop 24 opens at 7', '', '247'],
  ['a mail with a code that is too short', 'Code for Shop 24: 12345', '', ''],
  ['a mail with a number that is too long', 'Order 1234567', '12', '12'],
  ['a mail with two numbers, pasted over a complete code', 'Order 123, 4567', '654321', '654321'],
  ['letters and signs', 'a-1/:b', '', '1'],
  ['a complete code after Backspace', '12345', '123456', '12345'],
  ['another code pasted over the selected code', '654321', '123456', '654321'],
  ['a digit typed after a complete code', '1234567', '123456', '7'],
  ['a digit typed before a complete code', '9123456', '123456', '9'],
  ['a digit typed inside a complete code', '1239456', '123456', '9'],
  ['the same digit typed after a complete code', '0000000', '000000', '0'],
  ['a code pasted after a complete code', '123456654321', '123456', '654321'],
])('`writtenCode` reads %s', (_, text, before, held) => {
  expect(writtenCode(text, before, 6)).toBe(held)
})

test('a digit typed into a complete code replaces the whole code', () => {
  const code = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 })
    .map((digits) => digits.join(''))
  fc.assert(
    fc.property(
      code,
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 9 }),
      (before, at, digit) => {
        expect(writtenCode(before.slice(0, at) + digit + before.slice(at), before, 6)).toBe(
          String(digit),
        )
      },
    ),
  )
})

test('a six-digit code in a mail is found after other numbers, in the digits of any script', () => {
  const word = fc.oneof(
    fc.constantFrom('Code', 'Shop 24:', 'رمز', '#7', '12.05.2026', '+49 30 1234567', '५'),
    fc.string({ maxLength: 8 }).map((text) => text.replace(/\p{Nd}/gu, '')),
  )
  const zero = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.integer({ min: 0, max: 999_999 }),
      zero,
      fc.constantFrom('.', ' is your code', ''),
      (before, code, from, after) => {
        const digits = String(code).padStart(6, '0')
        const written = Array.from(digits, (digit) =>
          String.fromCharCode(from + Number(digit)),
        ).join('')
        expect(writtenCode(`Your ${before.join(' ')} ${written}${after}`, '', 6)).toBe(digits)
      },
    ),
  )
})
