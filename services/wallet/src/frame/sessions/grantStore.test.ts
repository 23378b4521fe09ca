import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { counts } from '@latchkey/protocol/limits'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { rootAuthority, writeContext } from '@latchkey/protocol/sessions/delegation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestStore } from '../testing/createTestStore.ts'
import {
  completeGrant,
  forgetAllGrants,
  readGrants,
  rememberGrant,
  type StoredGrant,
} from './grantStore.ts'

const account: Hex = `0x${'ac'.repeat(20)}`
const now = Math.floor(Date.now() / 1_000)

/** A grant of an account. */
function grantOf(
  salt: number,
  { expiry = now + 600, authority = rootAuthority, by = account } = {},
): StoredGrant | undefined {
  const caveats = writeCaveats({
    what: { kind: 'allowance', amount: 5n, startTime: 1 },
    expiry,
    redeemers: [`0x${'51'.repeat(20)}`],
    nonce: 0n,
  })
  return completeGrant({
    origin: 'https://shop.example',
    siteName: 'Shop',
    networkId: 'eip155:1',
    requestHash: 'x',
    context: writeContext({
      delegate: `0x${'51'.repeat(20)}`,
      delegator: by,
      authority,
      caveats,
      salt: BigInt(salt),
      signature: `0x${'11'.repeat(65)}`,
    }),
    signatures: [],
    grantedAt: salt,
  })
}
const must = (grant: StoredGrant | undefined): StoredGrant => {
  if (!grant) throw new Error('unreadable')
  return grant
}

test('a grant is what its context says, and nothing else is read', () => {
  expect(grantOf(1)).toMatchObject({ account, terms: { what: { amount: 5n } } })
  expect(grantOf(1, { authority: `0x${'0'.repeat(64)}` })).toBeUndefined()
  const { context, ...rest } = must(grantOf(1))
  for (const other of [`${context}00`, context.slice(0, -2), '0x', `0x${'0'.repeat(640)}`])
    expect(completeGrant({ ...rest, context: other as Hex })).toBeUndefined() // hex as well
})

test('the newest come first, those of another account apart, and all are forgotten', async () => {
  const store = createTestStore()
  const other: Hex = `0x${'0b'.repeat(20)}`
  for (const grant of [grantOf(1), grantOf(3), grantOf(2, { by: other })])
    await rememberGrant({ store }, must(grant))
  expect((await readGrants({ store })).map(({ grantedAt }) => grantedAt)).toEqual([3, 2, 1])
  expect(await readGrants({ store }, other)).toEqual([grantOf(2, { by: other })])
  await forgetAllGrants(store)
  expect(await readGrants({ store })).toEqual([])
})

test('if there are too many, the oldest that has ended goes first, then the oldest', async () => {
  const store = createTestStore()
  for (let salt = 1; salt <= counts.sessions; salt++)
    await rememberGrant(
      { store },
      must(grantOf(salt, { expiry: salt === 7 ? now - 1 : now + 600 })),
    )
  const saltsAfter = async (salt: number) => {
    await rememberGrant({ store }, must(grantOf(salt)))
    const salts = (await readGrants({ store })).map(({ grantedAt }) => grantedAt)
    expect(salts).toHaveLength(counts.sessions)
    return salts
  }
  expect(await saltsAfter(1_000)).not.toContain(7)
  expect(await saltsAfter(1_001)).not.toContain(1)
  expect(await saltsAfter(1_002)).toContain(1_002)
})

test('whatever is stored under such a name, only grants are read', async () => {
  const good = must(grantOf(1))
  const { hash: _, account: __, terms: ___, ...entry } = good
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.anything(),
        fc.constant({ ...entry, origin: 'https://other.example' }),
        fc.record({ ...Object.fromEntries(Object.keys(entry).map((key) => [key, fc.anything()])) }),
      ),
      async (value) => {
        const store = createTestStore()
        await rememberGrant({ store }, good)
        await store.set('grant:https://shop.example 0x00', value)
        await store.set(`grant:https://shop.example ${must(grantOf(2)).hash}`, value)
        expect(await readGrants({ store })).toEqual([good])
      },
    ),
  )
})
