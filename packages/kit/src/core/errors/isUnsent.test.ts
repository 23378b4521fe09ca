import { expect, test } from 'vitest'
import { isUnsent } from './isUnsent.ts'

test.each([
  'userRejected',
  'transactionRejected',
  'transactionExpired',
  'unauthorized',
  'invalidParams',
  'chainDisconnected',
  'actionNotAllowed',
] as const)('the error %s means that nothing was sent', (code) => {
  expect(isUnsent({ code })).toBe(true)
})

test.each([
  'walletTimeout',
  'requestAborted',
  'unknown',
  'internal',
  'invalidInput',
  'providerDisconnected',
  'answerInvalid',
  'somethingWrong',
  'httpTimeout',
  'httpFailed',
] as const)('the error %s means that the transaction may have been sent', (code) => {
  expect(isUnsent({ code, details: 'already known' })).toBe(false)
})

test('a lack of funds means that nothing was sent, whatever the code', () => {
  expect(
    isUnsent({ code: 'internal', details: 'err: insufficient funds for gas * price + value' }),
  ).toBe(true)
  expect(isUnsent({ code: 'invalidInput', details: 'Insufficient balance' })).toBe(true)
})
