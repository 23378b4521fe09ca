import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.ts'

test('writes the same as Node, and reads it back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
  )
})

test.each(['a', 'ab==', 'a b', '+/', 'AB', 'ä'])('refuses %j', (text) => {
  expect(() => fromBase64url(text)).toThrow(RangeError)
})
