import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, fromBase64url, readBase64, toBase64, toBase64url } from './base64.ts'

test('base64 and base64url are written as Node writes them, and read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
      const padded = toBase64(bytes)
      expect(padded).toBe(Buffer.from(bytes).toString('base64'))
      for (const spelling of [padded, text, padded.replace(/=+$/, '')])
        expect(fromBase64(spelling)).toEqual(bytes)
      expect(readBase64(padded)).toEqual(bytes.length > 0 ? bytes : undefined)
    }),
  )
})

test('200,001 bytes are written and read back', () => {
  for (const length of [8_191, 8_192, 8_193, 200_001]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256)
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    expect(Buffer.from(fromBase64(toBase64(bytes))).equals(bytes)).toBe(true)
  }
})

test.each(['a', 'ab==', 'a b', '+/', 'AB', 'ä'])('`fromBase64url` refuses %j', (text) => {
  expect(() => fromBase64url(text)).toThrow(RangeError)
})

test.each(['a', 'ä', 'ab*d', '===='])('`fromBase64` and `readBase64` refuse %j', (text) => {
  expect(() => fromBase64(text)).toThrow(DOMException)
  expect(readBase64(text)).toBeUndefined()
})

test('`readBase64` reads only padded text of the given length, and returns undefined for any other value', () => {
  for (const value of ['', 'ab', 'ab-_', 'ab==\n', ' ab==', 7, null, undefined, ['ab==']])
    expect(readBase64(value)).toBeUndefined()
  expect(readBase64('AAAA', 3)).toEqual(new Uint8Array(3))
  expect([readBase64('AAAA', 2), readBase64('AA==', 1)]).toEqual([undefined, new Uint8Array(1)])
  expect(readBase64('AAAAAAAA', 3)).toBeUndefined()
})

test('any text is either decoded as Node decodes it, or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\w+/-]{0,12}={0,3}$/)),
      (text) => {
        const node = Buffer.from(text, 'base64')
        const read = readBase64(text)
        if (read) expect(Buffer.from(read)).toEqual(node)
        try {
          expect(Buffer.from(fromBase64url(text)).toString('base64url')).toBe(text)
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
        }
      },
    ),
  )
})
