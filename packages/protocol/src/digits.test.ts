import { expect, test } from 'vitest'
import { latinDigits } from './digits.ts'

test('`latinDigits` converts every decimal digit of Unicode', () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /^\p{Nd}$/u.test(one))
  expect(digits.length).toBeGreaterThan(600)
  expect(digits.length % 10).toBe(0)
  expect(latinDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10))
})

test('`latinDigits` converts numbers in every decimal number system of Intl', () => {
  const written = Intl.supportedValuesOf('numberingSystem')
    .map((system) =>
      new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210),
    )
    .filter((number) => /^\p{Nd}+$/u.test(number))
  expect(written.length).toBeGreaterThan(10)
  expect(written.map(latinDigits)).toEqual(written.map(() => '9876543210'))
})

test('`latinDigits` leaves letters, fractions, and raised and circled digits unchanged', () => {
  expect(latinDigits('a½²①Ⅳ五 🥖-1.5')).toBe('a½²①Ⅳ五 🥖-1.5')
})
