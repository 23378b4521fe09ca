import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardForm, cards } from '../../../api/src/testing/onrampClient.ts'
import { isLuhn, readAccount, readCard } from './readForm.ts'

const now = Date.UTC(2026, 10, 25)
const faultsOf = (changes: Record<string, string>) => {
  const result = readCard(cardForm(cards.good, changes), now)
  return result.status === 'wrong' ? result.faults : undefined
}

test('each test card has its result, with or without spaces and hyphens in its number', () => {
  const events = (number: string) => readCard(cardForm(number), now)
  expect(Object.values(cards).map(events)).toEqual(
    ['pay', 'decline', 'ask', 'wait'].map((event) => ({ status: 'right', event })),
  )
  for (const number of ['4242 4242 4242 4242', '4242-4242-4242-4242', ' 42424242 42424242 '])
    expect(events(number)).toEqual({ status: 'right', event: 'pay' })
})

test('each invalid field of a card has its own fault', () => {
  expect(faultsOf({ number: '' })).toEqual({ number: 'numberMissing' })
  for (const number of ['4242424242424241', '1234', 'abcd', '4'.repeat(30)])
    expect(faultsOf({ number })).toEqual({ number: 'numberWrong' })
  for (const number of ['5555555555554444', '378282246310005'])
    expect(faultsOf({ number })).toEqual({ number: 'numberReal' })
  for (const expiry of ['', '13/30', '0/30', '1230 ', '12/2', '12/99', 'x'])
    expect(faultsOf({ expiry }), expiry).toEqual(
      expiry === '1230 ' ? undefined : { expiry: 'expiryWrong' },
    )
  for (const expiry of ['10/26', '1/20', '10/2026'])
    expect(faultsOf({ expiry })).toEqual({ expiry: 'expiryPast' })
  for (const expiry of ['11/26', '11 / 26', '11/2026', '1/27', '0127'])
    expect(faultsOf({ expiry })).toBeUndefined()
  for (const cvc of ['', '12', '12345', 'abc'])
    expect(faultsOf({ cvc })).toEqual({ cvc: 'cvcWrong' })
  for (const name of ['', '  ', 'x'.repeat(65)])
    expect(faultsOf({ name })).toEqual({ name: 'nameMissing' })
})

test.each([
  ['Arabic', '٠'],
  ['Persian', '۰'],
  ['Devanagari', '०'],
  ['Thai', '๐'],
  ['wide', '０'],
])('a form with %s digits is read', (_, zero) => {
  const written = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))
  expect(
    readCard(cardForm(written(cards.good), { expiry: written('11/27'), cvc: written('123') }), now),
  ).toEqual({ status: 'right', event: 'pay' })
  expect(
    readCard(cardForm(cards.good, { expiry: written('10/26'), cvc: written('12') }), now),
  ).toEqual({ status: 'wrong', faults: { expiry: 'expiryPast', cvc: 'cvcWrong' } })
  expect(
    readAccount(
      new URLSearchParams({
        routing: written('110000000'),
        account: written('000123456789'),
        name: 'Ann',
      }),
    ),
  ).toEqual({ status: 'right', event: 'pay' })
})

test('a form with a bank account is read, and each invalid field has its own fault', () => {
  const read = (routing: string, account: string) =>
    readAccount(new URLSearchParams({ routing, account, name: 'Ann' }))
  expect(
    ['000123456789', '000111111116', '000222222227'].map((account) => read('110000000', account)),
  ).toEqual(['pay', 'decline', 'wait'].map((event) => ({ status: 'right', event })))
  expect(read('110000001', '000123456789')).toMatchObject({ faults: { routing: 'routingWrong' } })
  expect(read('021000021', '000123456789')).toMatchObject({ faults: { account: 'accountReal' } })
  expect(read('110000000', '12')).toMatchObject({ faults: { account: 'accountWrong' } })
})

test('exactly one last digit passes the Luhn check', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11,18}$/), (digits) => {
      expect([...'0123456789'].filter((last) => isLuhn(digits + last))).toHaveLength(1)
    }),
  )
})

test('random form values are never accepted as a payment', () => {
  const names = fc.constantFrom(
    'number',
    'expiry',
    'cvc',
    'name',
    'routing',
    'account',
    'do',
    '__proto__',
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(names, fc.string())),
      fc.integer({ min: 0, max: 4e12 }),
      (pairs, at) => {
        for (const result of [
          readCard(new URLSearchParams(pairs), at),
          readAccount(new URLSearchParams(pairs)),
        ])
          expect(result.status).toBe('wrong')
      },
    ),
  )
})
