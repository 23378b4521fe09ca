import { expect, test } from 'vitest'
import { from } from './installBuffer.ts'

test.each(['utf8', 'base64', 'hex'] as const)(
  'the phone’s Buffer reads and writes %s as Node’s Buffer does',
  (encoding) => {
    const text = Buffer.from('Grüße, 世界').toString(encoding)
    expect(from(text, encoding).toString('utf8')).toBe('Grüße, 世界')
    expect(from('Grüße, 世界').toString(encoding)).toBe(text)
  },
)

test('the phone’s Buffer reads base64url', () => {
  expect(from('-_8', 'base64').toString('hex')).toBe(Buffer.from('-_8', 'base64').toString('hex'))
})

test('the phone’s Buffer reads a part of an ArrayBuffer by offset and length', () => {
  expect(from(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2).toString('hex')).toBe('0203')
})
