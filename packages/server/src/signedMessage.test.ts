import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageFault, signMessage, tolerance } from './signedMessage.ts'

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const now = 1_795_185_697_500
const body = Buffer.from('{"id":"1"}')
const isTaken = (header: string | null, bytes: Uint8Array = body, at = now) => {
  const fault = messageFault(key, header, bytes, at)
  if (fault !== undefined) expect(fault).toMatch(/^The (signature|message) is /)
  return fault === undefined
}

test('a signed message is accepted for a few minutes before and after its time', () => {
  const header = signMessage(key, body, now)
  expect(isTaken(header)).toBe(true)
  for (const seconds of [tolerance - 1, 1 - tolerance])
    expect(isTaken(header, body, now + seconds * 1_000)).toBe(true)
  for (const seconds of [tolerance + 1, -tolerance - 1])
    expect(isTaken(header, body, now + seconds * 1_000)).toBe(false)
})

test('a message is refused with changed bytes, time or signature, with another key, without a header, and with any other header', () => {
  const header = signMessage(key, body, now)
  expect(isTaken(header, Buffer.from('{"id":"2"}'))).toBe(false)
  expect(isTaken(header.replace(/t=\d+/, 't=1795185698'))).toBe(false)
  for (const made of [
    null,
    '',
    header.toUpperCase(),
    header.slice(0, -1),
    `${header},v1=00`,
    signMessage(other, body, now),
    header.replace(/v1=../, 'v1=00'),
  ])
    expect(isTaken(made)).toBe(false)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc
          .tuple(fc.nat(), fc.stringMatching(/^[0-9a-f]{64}$/))
          .map(([time, hex]) => `t=${time},v1=${hex}`),
      ),
      fc.uint8Array(),
      (made, bytes) => void expect(isTaken(made, bytes)).toBe(false),
    ),
  )
})
