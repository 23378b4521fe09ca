import { expect, test } from 'vitest'
import { from } from './installBuffer.ts'

test.each(['utf8', 'base64', 'hex'] as const)('reads and writes %s as Node does', (encoding) => {
  const text = Buffer.from('Grüße, 世界').toString(encoding)
  expect(from(text, encoding).toString('utf8')).toBe('Grüße, 世界')
  expect(from('Grüße, 世界').toString(encoding)).toBe(text)
})

test('reads base64 for URLs', () => {
  expect(from('-_8', 'base64').toString('hex')).toBe(Buffer.from('-_8', 'base64').toString('hex'))
})

test('reads a part of a buffer', () => {
  expect(from(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2).toString('hex')).toBe('0203')
})
