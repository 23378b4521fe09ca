import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { readOpening } from '../../../session/flow/readOpening.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { createFakeAdapter } from '../../../testing/fakeAdapter.ts'
import { openingParsers } from './openingParsers.lazy.ts'

beforeEach(() => void startTestPage())

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
    minLength: length,
    maxLength: length,
  })
const address = hex(40).map((digits) => `0x${digits}`)
const token = fc.oneof(address, fc.constant('native'))
const amount = fc.bigInt({ min: 0n, max: 10n ** 40n }).chain((whole) =>
  fc
    .option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 }), {
      nil: undefined,
    })
    .map((fraction) => (fraction === undefined ? String(whole) : `${whole}.${fraction}`)),
)
const networkId = fc.constantFrom('eip155:31337', 'eip155:31338')
const right = fc.record({ from: token, to: token, amount, networkId }, { requiredKeys: [] })
/** Values that a site without TypeScript may pass, and texts that are almost valid. */
const wrong = fc.oneof(
  fc.anything(),
  fc.string(),
  fc.constantFrom(
    '',
    '0x',
    'ETH',
    '1e5',
    '-1',
    '1.',
    '.5',
    '1,5',
    'Infinity',
    '0x1',
    'eip155:1',
    'native ',
    '__proto__',
    `0x${'g'.repeat(40)}`,
  ),
)
const anything = fc.dictionary(
  fc.oneof(
    fc.constantFrom('from', 'to', 'amount', 'networkId', 'provider', 'asked', 'constructor'),
    fc.string(),
  ),
  fc.oneof(wrong, token, amount),
  { maxKeys: 5 },
)

const start = () => startTestKit({ adapters: [createFakeAdapter()] }).kit
const read = (kit: ReturnType<typeof start>, given: object) =>
  readOpening(kit, { view: 'Swap', given, reading: openingParsers.Swap, isPlain: true })
test('valid parameters are accepted, and the same token on both sides is rejected', () => {
  const kit = start()
  fc.assert(
    fc.property(right, (given) => {
      const { from, to } = given
      if (to !== undefined && (from ?? 'native').toLowerCase() === to.toLowerCase()) {
        expect(() => read(kit, given)).toThrow('"open.to" is the same token')
        return
      }
      const isPlaced =
        given.networkId !== undefined ||
        [from, to].some((token) => token !== undefined && token !== 'native')
      expect(read(kit, given)).toEqual({
        requested: { ...given, ...(isPlaced && { networkId: given.networkId ?? 'eip155:31337' }) },
      })
    }),
  )
})

test('any parameters are accepted or rejected with a code', () => {
  const kit = start()
  fc.assert(
    fc.property(anything, (given) => {
      try {
        const { requested } = read(kit, given) as { requested: Record<string, string> }
        for (const [name, value] of Object.entries(requested))
          expect(value).toMatch(
            name === 'amount'
              ? /^\d+(\.\d+)?$/
              : name === 'networkId'
                ? /^eip155:3133[78]$/
                : /^(native|0x[0-9a-fA-F]{40})$/,
          )
      } catch (error) {
        if (!KitError.is(error)) throw error
        expect(['optionInvalid', 'networkNotFound']).toContain(error.code)
      }
    }),
    { numRuns: 1_000 },
  )
})
