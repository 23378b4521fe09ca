import { expect, test } from 'vitest'
import { addressAfterStart, readSettings } from './settings.ts'

const at = (path: string) => new URL(path, 'http://phone.localhost')

test('the pairing is read from a deep link', () => {
  expect(
    readSettings(at(`/wc?uri=${encodeURIComponent('wc:ab@2?symKey=cd&relay-protocol=irn')}`))
      .pairing,
  ).toBe('wc:ab@2?symKey=cd&relay-protocol=irn')
})

test('a deep link to a request contains no pairing', () => {
  expect(readSettings(at('/wc?requestId=1&sessionTopic=ab')).pairing).toBeUndefined()
})

test('a pairing anywhere else in the URL is ignored', () => {
  expect(readSettings(at('/?uri=wc:ab@2')).pairing).toBeUndefined()
})

test.each([
  ['/?relay=ws://localhost:4000', 'ws://localhost:4000'],
  ['/?relay=http://localhost:4000', undefined],
  ['/?relay=ws://', undefined],
  ['/', undefined],
])('at %s the relay is %s', (path, relay) => {
  expect(readSettings(at(path)).relay).toBe(relay)
})

test('after the start the URL has no pairing and keeps the relay', () => {
  expect(addressAfterStart(at('/wc?uri=wc:ab@2&relay=ws://localhost:4000'))).toBe(
    '/?relay=ws%3A%2F%2Flocalhost%3A4000',
  )
  expect(addressAfterStart(at('/wc?requestId=1'))).toBe('/')
})
