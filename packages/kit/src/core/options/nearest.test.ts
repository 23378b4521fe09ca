import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['send', 'swaps', 'customRpcUrls', 'connectorTypeOrder', 'enableWalletConnect']

test.each([
  ['sned', 'send'],
  ['SEND', 'send'],
  ['sends', 'send'],
  ['swap', 'swaps'],
  ['rpcUrls', 'customRpcUrls'],
  ['conectorTypOrder', 'connectorTypeOrder'],
  ['wagmiConfig', undefined],
  ['ssr', undefined],
  ['x', undefined],
  ['', undefined],
])('the nearest name to %j is %s', (name, intended) => {
  expect(nearest(name, known)).toBe(intended)
})

test('a name with one letter swapped, dropped or doubled is found among others', () => {
  const name = fc.stringMatching(/^[a-z]{6,16}$/)
  fc.assert(
    fc.property(
      name,
      fc.array(fc.stringMatching(/^[0-9]{6,16}$/)),
      fc.nat(),
      fc.constantFrom('swap', 'drop', 'double'),
      (intended, others, place, fault) => {
        const at = place % (intended.length - 1)
        const [a = '', b = ''] = [intended[at], intended[at + 1]]
        const middle = { swap: b + a, drop: b, double: a + a + b }[fault]
        expect(
          nearest(intended.slice(0, at) + middle + intended.slice(at + 2), [...others, intended]),
        ).toBe(intended)
      },
    ),
  )
})
