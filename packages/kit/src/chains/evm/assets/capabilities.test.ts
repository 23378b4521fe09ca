import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atomicOf, capabilitiesOf } from './capabilities.ts'

const isSupported = { atomic: { status: 'supported' } }

/** The ways in which wallets write the chain id as the key of its capabilities. */
const spellings: readonly ((chain: number) => string)[] = [
  (chain) => `0x${chain.toString(16)}`,
  (chain) => `0x${chain.toString(16).toUpperCase()}`,
  (chain) => `0X${chain.toString(16).toUpperCase()}`,
  (chain) => `0x${chain.toString(16).padStart(8, '0')}`,
  (chain) => `0x${chain.toString(16).padStart(64, '0')}`,
  (chain) => String(chain),
  (chain) => `eip155:${chain}`,
]

test('capabilities are found under any spelling of the chain’s key, and for no other chain', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 40 }),
      fc.constantFrom(...spellings),
      (chain, spell) => {
        const answer = {
          [spell(chain)]: isSupported,
          [spell(chain + 1)]: { atomic: { status: 'unsupported' } },
        }
        expect(atomicOf(capabilitiesOf(answer, `0x${chain.toString(16)}`))).toBe('supported')
        expect(atomicOf(capabilitiesOf(answer, `0x${(chain + 2).toString(16)}`))).toBeUndefined()
      },
    ),
  )
})

test.each(['0x0', '0x00', '0X0', '0', 'eip155:0'])(
  "the key %s applies to every chain, but the chain's own entry overrides it",
  (all) => {
    expect(atomicOf(capabilitiesOf({ [all]: isSupported }, '0x1'))).toBe('supported')
    expect(
      atomicOf(
        capabilitiesOf({ '0x1': { atomic: { status: 'unsupported' } }, [all]: isSupported }, '0x1'),
      ),
    ).toBe('unsupported')
    expect(
      atomicOf(
        capabilitiesOf(
          { '0x1': { paymasterService: { supported: true } }, [all]: isSupported },
          '0x1',
        ),
      ),
    ).toBe('supported')
  },
)

test.each([
  [{ atomic: { status: 'supported' } }, 'supported'],
  [{ atomic: { status: 'ready' } }, 'ready'],
  [{ atomic: { status: 'unsupported' } }, 'unsupported'],
  [{ atomic: { status: 'Supported' } }, 'supported'],
  [{ atomic: { supported: true } }, 'supported'],
  [{ atomicBatch: { supported: true } }, 'supported'],
  [{ atomicBatch: { supported: false } }, 'unsupported'],
  [{ atomicBatch: { supported: true }, atomic: { status: 'unsupported' } }, 'unsupported'],
  [{ atomic: { status: 'perhaps' } }, undefined],
  [{ atomicBatch: { supported: 'true' } }, undefined],
  [{ atomic: null }, undefined],
  [{}, undefined],
])('the capabilities %j mean the atomic status %s', (capabilities, meaning) => {
  expect(atomicOf(capabilitiesOf({ '0x1': capabilities }, '0x1'))).toBe(meaning)
})

test('any answer of a wallet about its capabilities is read without an error', () => {
  fc.assert(
    fc.property(fc.anything(), (answer) => {
      expect([undefined, 'supported', 'ready', 'unsupported']).toContain(
        atomicOf(capabilitiesOf(answer, '0x1')),
      )
    }),
  )
})
