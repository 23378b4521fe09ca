/** Sessions and attempts to use them, for tests with generated input. */
import fc from 'fast-check'
import { toFunctionSelector, type Address, type Hex } from 'viem'

const payeesOf = (count: number): readonly Address[] =>
  Array.from({ length: count }, (_, index): Address => `0x${`${index + 1}f`.repeat(20)}`)

/** Accounts that may be paid. */
export const people = payeesOf(3)

/** Functions of the devnet's tokens. `deposit` is of WETH alone. */
export const functions = {
  approve: toFunctionSelector('approve(address,uint256)'),
  mint: toFunctionSelector('mint(address,uint256)'),
  transfer: toFunctionSelector('transfer(address,uint256)'),
  deposit: toFunctionSelector('deposit()'),
} as const

const word = (value: bigint | Hex): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`

/** Values of arguments. */
const words: readonly Hex[] = [
  word(people[0] ?? '0x0'),
  word(people[1] ?? '0x0'),
  word(7n),
  word(0n),
]

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 9n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 17n }),
)

/** A spending whose times are relative to the grant. */
const spending = fc
  .record({
    token: fc.constantFrom('native', 'usdc', 'hush'),
    start: fc.integer({ min: -90, max: 20 }),
  })
  .chain((common) =>
    fc
      .oneof(
        fc.record({ kind: fc.constant('allowance' as const), amount }),
        fc.record({
          kind: fc.constant('periodic' as const),
          amount,
          period: fc.integer({ min: 1, max: 60 }),
        }),
        fc
          .record({
            initialAmount: fc.oneof(fc.constant(0n), amount),
            more: fc.oneof(fc.constant(0n), amount),
            amountPerSecond: fc.bigInt({ min: 1n, max: 10n ** 9n }),
          })
          .map(({ more, ...stream }) => ({
            ...stream,
            kind: 'stream' as const,
            maxAmount: stream.initialAmount + more,
          })),
      )
      .map((kind) => ({ ...common, ...kind })),
  )

const calls = fc.record({
  kind: fc.constant('calls' as const),
  targets: fc.uniqueArray(fc.constantFrom('usdc', 'weth'), { minLength: 1 }),
  selectors: fc.uniqueArray(fc.constantFrom(...Object.values(functions)), { minLength: 1 }),
  maxValue: fc.oneof(fc.constant(0n), amount),
  fixed: fc.uniqueArray(
    fc.record({ index: fc.integer({ min: 0, max: 1 }), value: fc.constantFrom(...words) }),
    { maxLength: 2, selector: ({ index }) => index },
  ),
})

/** The terms of a session. Names stand for addresses, times are relative to the grant. */
export const generatedTerms = fc.record({
  what: fc.oneof({ weight: 3, arbitrary: spending }, { weight: 1, arbitrary: calls }),
  payees: fc.integer({ min: 0, max: 2 }).map(payeesOf),
  maxUses: fc.option(fc.integer({ min: 1, max: 6 }).map(BigInt), { nil: undefined }),
  end: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 40 }) },
    { weight: 4, arbitrary: fc.integer({ min: 41, max: 400 }) },
  ),
  /** Whether the terms name another account, too. */
  isShared: fc.boolean(),
  /** How far the account's number is from the real one. */
  nonceAhead: fc.oneof({ weight: 9, arbitrary: fc.constant(0n) }, fc.constant(1n)),
})
export type GeneratedTerms = Parameters<Parameters<typeof generatedTerms.map>[0]>[0]

/** Who uses a session, and in which form. `sentOf` has their transactions. */
export const forms = [
  'as granted',
  'twice at once',
  'with arguments for the enforcers',
  'based on itself',
  'passed on to a stranger',
  'passed on to the second account',
  'by a stranger',
  'for a stranger',
  'by the account itself',
  'as a batch',
  'as an attempt',
  'as delegated code',
  'without a caveat',
  'with larger terms',
  'on another account',
  'without a delegation',
  'past the manager',
] as const
export type Form = (typeof forms)[number]

export const attempt = fc.record({
  form: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Form>('as granted') },
    { weight: 2, arbitrary: fc.constantFrom<Form[]>(...forms) },
  ),
  // time goes forward: an attempt at the end is the last one that counts
  when: fc.oneof(
    { weight: 6, arbitrary: fc.constant('next' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('start', 'before start', 'last of period', 'period'),
    },
    { weight: 1, arbitrary: fc.constantFrom('last', 'end', 'later') },
  ),
  amount: fc.constantFrom('all', 'all', 'more', 'one', 'none', 'half'),
  /** A payment as it is allowed, or a change of it. */
  shape: fc.oneof(
    { weight: 12, arbitrary: fc.constant('payment' as const) },
    fc.constantFrom(
      ...(['other token', 'other function', 'longer', 'shorter', 'with value'] as const),
      ...(['with data', 'dirty recipient'] as const),
    ),
  ),
  /** A recipient, mostly a payee; the last one is the account itself. */
  recipient: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: people.length }) },
  ),
  /** Whether a call has a target, a function and arguments of the terms, in place of these. */
  fits: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  target: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('usdc' as const, 'weth' as const) },
    fc.constantFrom('hush' as const, 'manager' as const),
  ),
  selector: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...Object.values(functions)) },
    fc.constantFrom<Hex[]>('0x', '0x23b872dd'),
  ),
  words: fc.array(fc.constantFrom(...words), { minLength: 0, maxLength: 3 }),
  /** Native currency of a call, compared with the most that is allowed. */
  value: fc.constantFrom('none', 'none', 'most', 'more'),
  which: fc.nat(),
})
export type Attempt = Parameters<Parameters<typeof attempt.map>[0]>[0]
