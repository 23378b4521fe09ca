import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { checkRequest } from './checkRequest.ts'

test.each([
  undefined,
  null,
  5,
  'eth_accounts',
  [],
  ['eth_accounts'],
  {},
  { method: 5 },
  { method: '' },
  { method: null },
  { method: ['eth_accounts'] },
])('the request %j is rejected as invalid', (args) => {
  expect(() => checkRequest(args)).toThrow(expect.objectContaining({ code: 'invalidRequest' }))
})

test.each([5, 'text', true, null, 5n, Symbol('x')])(
  'parameters of a wrong type are rejected',
  (params) => {
    expect(() => checkRequest({ method: 'eth_accounts', params })).toThrow(
      expect.objectContaining({ code: 'invalidParams' }),
    )
  },
)

test('parameters may be a list, an object or absent', () => {
  for (const params of [undefined, [], [1], {}, { a: 1 }])
    expect(checkRequest({ method: 'eth_accounts', params })).toEqual({
      method: 'eth_accounts',
      params,
    })
})

test('checkRequest accepts a value as a request or throws a KitError', () => {
  fc.assert(
    fc.property(fc.anything(), (args) => {
      try {
        expect(checkRequest(args).method).not.toBe('')
      } catch (error) {
        expect(KitError.is(error)).toBe(true)
      }
    }),
  )
})
