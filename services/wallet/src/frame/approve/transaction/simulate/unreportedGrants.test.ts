import { maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import type { Address, Effect } from '../../decode/Effect.ts'
import type { Grant } from './Simulation.ts'
import { unreportedGrants } from './unreportedGrants.ts'

const [token, attacker, other] = ['1', '2', '3'].map(
  (digit) => `0x${digit.repeat(40)}` as Address,
) as [Address, Address, Address]
const allow = (amount: bigint, more: Partial<Extract<Effect, { kind: 'allow' }>> = {}) =>
  ({ kind: 'allow', token, spender: attacker, amount, ...more }) as const
const allowAll = (isAllowed: boolean) =>
  ({ kind: 'allowAll', token, operator: attacker, isAllowed }) as const
const lessen = (amount: bigint): Effect => ({ kind: 'lessen', token, spender: attacker, amount })
const unknown: Effect = { kind: 'unknown', to: token, selector: 'd73dd623', bytes: 68 }

const rows: [name: string, effects: Effect[], grants: Grant[], unreported: Grant[]][] = [
  ['an approval as it was told', [allow(5n)], [allow(5n)], []],
  ['one that is smaller than it was told', [allow(5n)], [allow(4n)], []],
  [
    'an unlimited one behind a small one',
    [allow(1n), unknown],
    [allow(1n), allow(maxUint256)],
    [allow(maxUint256)],
  ],
  [
    'an unlimited one before a small one',
    [unknown, allow(1n)],
    [allow(maxUint256), allow(1n)],
    [allow(maxUint256)],
  ],
  [
    'what is left after an approval was lessened',
    [allow(5n), lessen(2n)],
    [allow(5n), allow(3n)],
    [],
  ],
  [
    'one behind a call that says it lessens',
    [lessen(1n)],
    [allow(maxUint256)],
    [allow(maxUint256)],
  ],
  ['one behind a call that says it ends access', [allow(0n)], [allow(5n)], [allow(5n)]],
  [
    'a whole collection behind the end of access to it',
    [allowAll(false)],
    [allowAll(true)],
    [allowAll(true)],
  ],
  ['an approval behind the end of access', [allowAll(false)], [allow(5n)], [allow(5n)]],
  ['a whole collection as it was told', [allowAll(true)], [allowAll(true)], []],
  [
    'a piece of a collection of which all was told',
    [allowAll(true)],
    [allow(7n, { isPiece: true })],
    [],
  ],
  ['a whole collection behind an amount', [allow(maxUint256)], [allowAll(true)], [allowAll(true)]],
  ['a piece as it was told', [allow(7n)], [allow(7n, { isPiece: true })], []],
  [
    'a piece behind another one',
    [allow(9n)],
    [allow(7n, { isPiece: true })],
    [allow(7n, { isPiece: true })],
  ],
  ['another spender’s', [allow(5n, { spender: other })], [allow(5n)], [allow(5n)]],
  ['another token’s', [allow(5n, { token: other })], [allow(5n)], [allow(5n)]],
  ['one without an end behind one with it', [allow(5n, { until: 9n })], [allow(5n)], [allow(5n)]],
  ['one with the end that was told', [allow(5n, { until: 9n })], [allow(5n, { until: 9n })], []],
  [
    'one that ends earlier than it was told',
    [allow(5n, { until: 9n })],
    [allow(5n, { until: 8n })],
    [],
  ],
  [
    'one that ends later than it was told',
    [allow(5n, { until: 9n })],
    [allow(5n, { until: 10n })],
    [allow(5n, { until: 10n })],
  ],
  // only Permit2 has allowances with an end: they count beside the token's own
  [
    'one with an end behind one without',
    [allow(5n)],
    [allow(5n, { until: 9n })],
    [allow(5n, { until: 9n })],
  ],
  [
    'one that a part of a call tells',
    [{ kind: 'several', to: token, parts: [allow(5n)] }],
    [allow(5n)],
    [],
  ],
]
test.each(rows)(
  'only grants that the screen did not show are returned: %s',
  (_, effects, grants, unreported) => {
    expect(unreportedGrants(grants, effects)).toEqual(unreported)
  },
)
