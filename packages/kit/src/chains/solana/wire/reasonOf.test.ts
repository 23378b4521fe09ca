import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOf, reasonOf } from './reasonOf.ts'

const ofToken = ['Program TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb failed: custom program error']
const refusal = (code: number) => ({ InstructionError: [0, { Custom: code }] })

test('the error numbers of token programs have plain texts', () => {
  expect([1, 17, 18, 32].map((code) => reasonOf(refusal(code), ofToken))).toEqual([
    'Not enough of the token',
    'The token’s issuer has frozen the account',
    'The token has other decimals',
    'The token charges another fee',
  ])
  expect(reasonOf(refusal(26), ofToken)).toBe('The token refuses (26)')
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'the text %s is not read as an error of the runtime',
  (name) => {
    expect([
      reasonOf(name),
      reasonOf({ [name]: 1 }),
      typeof reasonOf({ InstructionError: [0, name] }),
    ]).toEqual([undefined, undefined, 'string'])
  },
)

test('any reason of a node becomes one line of text, or nothing', () => {
  const odd = fc.oneof(
    fc.anything(),
    fc.constantFrom<unknown>(
      'constructor',
      'toString',
      '\u202eon\n',
      'x'.repeat(9_999),
      { Custom: 'a' },
      { Custom: Number.NaN },
      { BorshIoError: 'x' },
    ),
  )
  const failure = fc.oneof(
    odd,
    fc.record({
      InstructionError: fc.oneof(
        odd,
        fc.tuple(odd, odd),
        fc.tuple(fc.nat(), fc.record({ Custom: odd })),
      ),
    }),
    fc.dictionary(fc.constantFrom('constructor', 'AccountNotFound', '__proto__'), odd, {
      noNullPrototype: true,
    }),
  )
  fc.assert(
    fc.property(failure, fc.oneof(odd, fc.array(odd, { maxLength: 30 })), (failure, logs) => {
      expect(reasonOf(failure, logs) ?? 'none').toMatch(/^[^\p{Cc}\p{Cf}]{1,200}$/u)
      expect(faultOf(failure, logs) ?? 'none').toMatch(/^[A-Za-z]{4,12}$/)
    }),
    { numRuns: 2_000 },
  )
})
