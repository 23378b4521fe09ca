import { expect, test } from 'vitest'
import { createUrlPolicy, isPublic, lookupPublic } from './publicAddresses.ts'

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('the address %s is public', (address) => {
  expect(isPublic(address)).toBe(true)
})

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'localhost',
  '',
])('the address %s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  ['public', 'https://example.org/hook?a=b'],
  ['public', 'https://example.org:443/hook'],
  ['refused', 'http://example.org/hook'],
  ['refused', 'https://example.org:8443/hook'],
  ['refused', 'https://user:secret@example.org/'],
  ['refused', 'https://8.8.8.8/'],
  ['refused', 'https://2130706433/'],
  ['refused', 'https://0x7f.1/'],
  ['refused', 'https://[::1]/'],
  ['refused', 'https://[2606:4700::1111]/'],
  ['refused', 'https://localhost/'],
  ['refused', 'https://inside/'],
  ['named', 'http://hooks.internal:8080/hook'],
  ['refused', 'http://hooks.internal:8081/hook'],
  ['named', 'https://queue.internal:8081/hook'],
  ['refused', 'https://user@queue.internal/'],
])('the reach is %s for %s', (reach, url) => {
  expect(createUrlPolicy(['hooks.internal:8080', 'Queue.internal'])(new URL(url))).toBe(reach)
})

test('lookupPublic refuses a local name, whether one address or all are requested', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) =>
      lookupPublic('localhost', { all }, (failure) => resolve(failure)),
    )
    expect(error).toMatchObject({ name: 'AddressError' })
  }
})
