import { expect, test } from 'vitest'
import { kitError } from './errors.ts'
import { throwAsUnsent } from './throwAsUnsent.ts'

function thrownFor(error: unknown): unknown {
  try {
    return throwAsUnsent(error)
  } catch (thrown) {
    return thrown
  }
}

test('an error is thrown with all that it says, and as not sent', () => {
  const cause = new Error('the cause')
  const error = kitError('httpFailed', { cause, details: 'No answer.' })
  const { code, message, details } = error
  expect(error.isUnsent).not.toBe(true)
  expect(thrownFor(error)).toMatchObject({ code, message, cause, details, isUnsent: true })
  const refused = kitError('transactionRejected', { refusal: 'nonce' })
  expect(thrownFor(refused)).toMatchObject({ refusal: 'nonce', isUnsent: true })
  expect(thrownFor(kitError('userRejected'))).not.toHaveProperty('details', expect.anything())
})

test('another error is thrown as it is', () => {
  const error = new TypeError('a fault of the code')
  expect(thrownFor(error)).toBe(error)
})
