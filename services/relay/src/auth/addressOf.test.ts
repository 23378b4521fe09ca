import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createAddressOf } from './addressOf.ts'

function requestWith(header: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  if (header !== undefined) request.headers['x-forwarded-for'] = header
  return request
}

test('an untrusted proxy is reported once, and its clients have no address', () => {
  let reports = 0
  const addressOf = createAddressOf(0, () => (reports += 1))
  addressOf(requestWith(undefined))
  expect(reports).toBe(0)
  expect([addressOf(requestWith('1.2.3.4')), addressOf(requestWith('1.2.3.4'))]).toEqual(['', ''])
  expect(reports).toBe(1)
})

test('behind a trusted proxy, the address of the client is the last one that the proxy reports', () => {
  const addressOf = createAddressOf(1, () => expect.unreachable())
  expect(addressOf(requestWith('5.6.7.8, 1.2.3.4'))).toBe('1.2.3.4')
})
