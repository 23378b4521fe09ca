import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from './hex.ts'

test('`toHex` writes as Node does, and `fromHex` reads upper and lower case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = toHex(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('hex'))
      expect(fromHex(text)).toEqual(bytes)
      expect(fromHex(text.toUpperCase())).toEqual(bytes)
    }),
  )
})

test('`fromHex` reads a text that Node reads completely, and refuses every other text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[\da-fA-F]{0,9}$/), fc.string({ unit: 'binary' })),
      (text) => {
        const bytes = Buffer.from(text, 'hex')
        if (2 * bytes.length === text.length) expect(Buffer.from(fromHex(text))).toEqual(bytes)
        else expect(() => fromHex(text)).toThrow(TypeError)
      },
    ),
  )
})

test.each(['a', '0x12', '1g', ' 12', '12\n', '١٢'])('`fromHex` refuses %j', (text) => {
  expect(() => fromHex(text)).toThrow(TypeError)
})
