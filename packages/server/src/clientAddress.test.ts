import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey, clientAddress } from './clientAddress.ts'

const request = (remoteAddress: string | undefined, forwarded?: string | string[]) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as never // only these parts of a request are read

test.each([
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4:80 ', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('addressKey returns for %s the key %s', (text, key) => expect(addressKey(text)).toBe(key))

test.each([
  '',
  'unknown',
  '1.2.3',
  '1.2.3.4.5',
  '999.1.1.1',
  '_hidden',
  '1.2.3.4:x',
  '[::1',
  'a'.repeat(10_000),
  '::g',
])('addressKey returns undefined for "%s"', (text) => expect(addressKey(text)).toBeUndefined())

test('all addresses in one /64 have the same key, in any spelling', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  fc.assert(
    fc.property(
      fc.tuple(group, group, group, group),
      fc.tuple(group, group, group, group),
      (net, host) => {
        fc.pre(net.some((one) => one !== '0'))
        const full = [...net, ...host].map((one) => one.padStart(4, '0')).join(':')
        expect(addressKey(full)).toBe(addressKey(`${net.join(':')}::`))
        expect(addressKey(full.toUpperCase())).toBe(net.join(':'))
      },
    ),
  )
})

test('addresses that the client itself reports are ignored, because proxies are counted from the right', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 })), (claimed) => {
      expect(clientAddress(request('10.0.0.1', [...claimed, '9.8.7.6'].join(',')), 1)).toBe(
        '9.8.7.6',
      )
      expect(
        clientAddress(request('10.0.0.1', [...claimed, '9.8.7.6', '10.0.0.2'].join(',')), 2),
      ).toBe('9.8.7.6')
      expect(clientAddress(request('10.0.0.1', claimed.join(',')), 0)).toBe('10.0.0.1')
    }),
  )
  expect(clientAddress(request('10.0.0.1', ['1.1.1.1', '9.8.7.6']), 1)).toBe('9.8.7.6')
})

test('the address of a client is undefined if the proxy has not reported it', () => {
  expect(clientAddress(request('10.0.0.1'), 1)).toBeUndefined()
  expect(clientAddress(request('10.0.0.1', '9.8.7.6'), 2)).toBeUndefined()
  expect(clientAddress(request(undefined))).toBeUndefined()
})
