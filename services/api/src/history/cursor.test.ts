import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../apiError.ts'
import { readCursor, writeCursor } from './cursor.ts'

test('a written cursor is read unchanged, and needs no encoding in a URL', () => {
  const cursor = {
    at: 1_700_000_000,
    places: new Map([
      ['eip155:1', { block: 20_000_000, index: 3 }],
      ['eip155:10', { block: 0, index: 0 }],
    ]),
  }
  expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  expect(encodeURIComponent(writeCursor(cursor))).toBe(writeCursor(cursor))
})

test.each([
  '',
  'x',
  'null',
  btoa('{}'),
  btoa('{"at":-1,"places":{}}'),
  btoa('{"at":1,"places":{"eip155:1":[1]}}'),
  btoa('{"at":1,"places":{"eip155:1":[1,1e99]}}'),
  btoa('{"at":1.5,"places":{}}'),
  btoa('{"at":1,"places":{"eip155:1":[1,2147483648]}}'),
  btoa(`${'['.repeat(1000)}${']'.repeat(1000)}`),
])('readCursor refuses %j', (text) => {
  expect(() => readCursor(text)).toThrow(ApiError)
})

test('any text is read or refused with an ApiError, without any other error', () => {
  fc.assert(
    fc.property(fc.string(), fc.json(), (text, json) => {
      for (const made of [text, Buffer.from(json).toString('base64url')]) {
        try {
          readCursor(made)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }
    }),
  )
})
