import { expect, test } from 'vitest'
import { createSeals } from './createSeals.ts'
import { secret } from './startTestSiwx.ts'

test('the seal of a text equals its HMAC-SHA-256', async () => {
  // from RFC 4231, test case 2
  const { seal } = createSeals(() => ['Jefe'])
  expect(Buffer.from(await seal('what do ya want for nothing?')).toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('a seal may be cut at its end, to 14 bytes at least', async () => {
  const { seal, isSealed } = createSeals(() => [secret])
  const whole = await seal('text')
  for (const length of [14, 20, 32])
    expect(await isSealed('text', whole.slice(0, length))).toBe(true)
  for (const length of [0, 1, 13])
    expect(await isSealed('text', whole.slice(0, length))).toBe(false)
  expect(await isSealed('text', whole.slice(1, 20))).toBe(false)
  expect(await isSealed('text', Uint8Array.from([...whole, 0]))).toBe(false)
  expect(await isSealed('another text', whole)).toBe(false)
})

test('the server seals with its first secret, and verifies with all its secrets', async () => {
  const [old, renewed, other] = [
    createSeals(() => [secret]),
    createSeals(() => ['new', secret]),
    createSeals(() => ['new']),
  ]
  expect(await renewed.isSealed('text', await old.seal('text'))).toBe(true)
  expect(await other.isSealed('text', await renewed.seal('text'))).toBe(true)
  expect(await old.isSealed('text', await renewed.seal('text'))).toBe(false)
})
