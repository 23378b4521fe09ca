import type { GrantCapabilities, GrantRequest } from '@latchkey/protocol/sessions/grant'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toKitNetwork } from '../../../core/contracts/network.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { anvil } from 'viem/chains'
import { readCapabilities } from './readCapabilities.ts'
import { readGrantRequest } from './readGrantRequest.lazy.ts'
import { wordingFor } from './wordingFor.ts'

const now = 1_800_000_000
const network = toKitNetwork(anvil)
const type = 'native-token-allowance'
const today = new Map([[type, { chainIds: ['0x7a69'], ruleTypes: ['expiry', 'redeemer'] }]])

/** What a wallet is asked; `dialect` is what it knows. */
function asked(capabilities: GrantCapabilities | undefined, dialect: 'today' | '2024') {
  const request: GrantRequest = {
    to: '0x00000000000000000000000000000000000000b7',
    permission: { type, data: { allowanceAmount: 5n } },
    expiry: now + 3_600,
    ...(capabilities && { capabilities }),
  }
  const read = readGrantRequest(request, {
    address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    current: network.networkId,
    networks: [network],
    now,
  })
  return wordingFor(read, dialect === 'today' ? today : undefined, now).params[0]
}

const paymaster = (more: object = {}) => ({
  paymasterService: { url: 'https://pay.example/rpc', ...more },
})

test.each<[string, GrantCapabilities]>([
  ['a paymaster', paymaster()],
  ['an optional paymaster', paymaster({ optional: true })],
  ['a paymaster with a context', paymaster({ context: { policy: 'shop' }, optional: false })],
])('%s is named to a wallet of today as the site names it', (_, capabilities) => {
  expect(asked(capabilities, 'today')).toMatchObject({ capabilities })
})

test('without a paymaster, a wallet is not asked about one', () => {
  for (const capabilities of [undefined, {}])
    for (const dialect of ['today', '2024'] as const)
      expect(asked(capabilities, dialect)).not.toHaveProperty('capabilities')
})

test('the form of 2024 has no paymaster: an optional one is left out, another is refused', () => {
  expect(asked(paymaster({ optional: true }), '2024')).not.toHaveProperty('capabilities')
  for (const more of [{}, { optional: false }])
    expect(() => asked(paymaster(more), '2024')).toThrow(KitError)
})

test.each<[string, unknown, string]>([
  ['a text', 'paymaster', 'capabilities'],
  ['another capability', { atomic: {} }, 'capabilities.atomic'],
  ['a paymaster as text', { paymasterService: 'https://pay.example' }, 'paymasterService'],
  ['a paymaster without an address', { paymasterService: {} }, 'paymasterService.url'],
  ['half an address', paymaster({ url: '/rpc' }), 'paymasterService.url'],
  ['an address of code', paymaster({ url: 'javascript:alert(1)' }), 'paymasterService.url'],
  [
    'a huge address',
    paymaster({ url: `https://a.b/${'c'.repeat(2_048)}` }),
    'paymasterService.url',
  ],
  ['a context as text', paymaster({ context: 'shop' }), 'paymasterService.context'],
  ['perhaps', paymaster({ optional: 'perhaps' }), 'paymasterService.optional'],
  ['an unknown part', paymaster({ policy: 'shop' }), 'paymasterService.policy'],
])('%s is refused before the wallet is asked', (_, capabilities, place) => {
  expect(() => readCapabilities(capabilities)).toThrow(`${place}"`)
})

test('capabilities of any form are read or refused with the option’s name', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
      try {
        readCapabilities(value)
      } catch (error) {
        expect(error).toMatchObject({ code: 'optionInvalid' })
      }
    }),
  )
})
