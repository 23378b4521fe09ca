import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createAddressOf } from './addressOf.ts'

function requestWith(header: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  if (header !== undefined) request.headers['x-forwarded-for'] = header
  return request
}

test('a proxy that nobody trusts is told of once', () => {
  let told = 0
  const addressOf = createAddressOf(0, () => (told += 1))
  addressOf(requestWith(undefined))
  expect(told).toBe(0)
  expect([addressOf(requestWith('1.2.3.4')), addressOf(requestWith('1.2.3.4'))]).toEqual(['', ''])
  expect(told).toBe(1)
})

test('one that is trusted says who it is, and is not told of', () => {
  const addressOf = createAddressOf(1, () => expect.unreachable())
  expect(addressOf(requestWith('5.6.7.8, 1.2.3.4'))).toBe('1.2.3.4')
})
