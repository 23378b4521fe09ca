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
  ['an approval as shown', [allow(5n)], [allow(5n)], []],
  ['an approval smaller than shown', [allow(5n)], [allow(4n)], []],
  [
    'an unlimited approval after a small one',
    [allow(1n), unknown],
    [allow(1n), allow(maxUint256)],
    [allow(maxUint256)],
  ],
  [
    'an unlimited approval before a small one',
    [unknown, allow(1n)],
    [allow(maxUint256), allow(1n)],
    [allow(maxUint256)],
  ],
  ['the rest of a reduced approval', [allow(5n), lessen(2n)], [allow(5n), allow(3n)], []],
  [
    'an approval after a call that claims to reduce it',
    [lessen(1n)],
    [allow(maxUint256)],
    [allow(maxUint256)],
  ],
  ['an approval after a call that claims to end access', [allow(0n)], [allow(5n)], [allow(5n)]],
  [
    'a whole collection after a call that claims to end access',
    [allowAll(false)],
    [allowAll(true)],
    [allowAll(true)],
  ],
  [
    'an approval after the end of access to a collection',
    [allowAll(false)],
    [allow(5n)],
    [allow(5n)],
  ],
  ['a whole collection as shown', [allowAll(true)], [allowAll(true)], []],
  [
    'one NFT of a collection that was shown whole',
    [allowAll(true)],
    [allow(7n, { isPiece: true })],
    [],
  ],
  ['a whole collection after an amount', [allow(maxUint256)], [allowAll(true)], [allowAll(true)]],
  ['an NFT as shown', [allow(7n)], [allow(7n, { isPiece: true })], []],
  [
    'an NFT after another one',
    [allow(9n)],
    [allow(7n, { isPiece: true })],
    [allow(7n, { isPiece: true })],
  ],
  ['an approval of another spender', [allow(5n, { spender: other })], [allow(5n)], [allow(5n)]],
  ['an approval of another token', [allow(5n, { token: other })], [allow(5n)], [allow(5n)]],
  [
    'an approval without an end after one with an end',
    [allow(5n, { until: 9n })],
    [allow(5n)],
    [allow(5n)],
  ],
  ['an approval with the shown end', [allow(5n, { until: 9n })], [allow(5n, { until: 9n })], []],
  [
    'an approval that ends earlier than shown',
    [allow(5n, { until: 9n })],
    [allow(5n, { until: 8n })],
    [],
  ],
  [
    'an approval that ends later than shown',
    [allow(5n, { until: 9n })],
    [allow(5n, { until: 10n })],
    [allow(5n, { until: 10n })],
  ],
  // Only allowances of Permit2 have an end. They exist in addition to the token's own allowance.
  [
    'an approval with an end after one without',
    [allow(5n)],
    [allow(5n, { until: 9n })],
    [allow(5n, { until: 9n })],
  ],
  [
    'an approval shown as part of a call',
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
