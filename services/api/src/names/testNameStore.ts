import { expect, test } from 'vitest'
import type { Queries } from '@latchkey/server/db/database'
import { getAddress } from 'viem'
import { sql } from 'drizzle-orm'
import type { Hex } from '../chainIndex/chainIndex.ts'
import {
  findName,
  findNamesOf,
  findOwner,
  findTaken,
  insertName,
  namesOfOwner,
  updateAttributes,
  upsertAddress,
  type Registration,
} from './nameStore.ts'
import { nameOwners, names } from './schema.ts'

/** Counts the accounts, so that each test has other addresses. */
let made = 0
const account = (): Hex => `0x${(made += 1).toString(16).padStart(40, 'a')}`
const onMainnet = 2 ** 31 + 1

const registration = (
  changes: Partial<Registration> & { name: string; owner: Hex },
): Registration => ({
  coinType: onMainnet,
  coinTypes: [onMainnet, 60],
  attributes: {},
  signedAt: 100,
  now: 1_000,
  ...changes,
})

/** Tests how names are stored, over any database. */
export function testNameStore(queriesOf: () => Queries): void {
  testRegistration(queriesOf)
  testConcurrentRegistrations(queriesOf)
  testChanges(queriesOf)
  testForeignAddresses(queriesOf)
}

function testRegistration(queriesOf: () => Queries): void {
  test('a registered name has a record with its addresses, and is found by an address in any letter case', async () => {
    const owner = account()
    expect(
      await insertName(
        queriesOf(),
        registration({ name: 'first.reown.id', owner, attributes: { bio: 'hi' } }),
      ),
    ).toBeUndefined()
    const entry = { address: getAddress(owner), created_at: '1970-01-01T00:00:01.000Z' }
    const record = {
      name: 'first.reown.id',
      registered_at: '1970-01-01T00:00:01.000Z',
      updated_at: null,
      attributes: { bio: 'hi' },
      addresses: { 60: entry, [onMainnet]: entry },
    }
    expect(await findName(queriesOf(), 'first.reown.id')).toEqual(record)
    expect(await findName(queriesOf(), 'First.reown.id')).toBeUndefined()
    expect(await findNamesOf(queriesOf(), owner)).toEqual([record])
    expect(await findOwner(queriesOf(), 'first.reown.id')).toEqual({ owner, coinType: onMainnet })
    expect(await findTaken(queriesOf(), ['first.reown.id', 'free.reown.id'])).toEqual(
      new Set(['first.reown.id']),
    )
  })
}

function testConcurrentRegistrations(queriesOf: () => Queries): void {
  test('of concurrent registrations of a name one is stored, and the others leave no row', async () => {
    const owners = Array.from({ length: 20 }, account)
    const results = await Promise.all(
      owners.map((owner) =>
        insertName(queriesOf(), registration({ name: 'raced.reown.id', owner })),
      ),
    )
    expect(results.filter((result) => result === undefined)).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set([undefined, 'taken']))
    const winner = owners[results.indexOf(undefined)] ?? '0x'
    expect((await findOwner(queriesOf(), 'raced.reown.id'))?.owner).toBe(winner)
    for (const owner of owners)
      expect(await findNamesOf(queriesOf(), owner)).toHaveLength(owner === winner ? 1 : 0)
    const [{ counted } = { counted: 0 }] = await queriesOf()
      .select({ counted: sql<number>`sum(names)::int` })
      .from(nameOwners)
    expect(counted).toBe(await queriesOf().$count(names))
  })

  test('the number of names of an account is limited, also for registrations at once, and its oldest name is listed first', async () => {
    const owner = account()
    const results = await Promise.all(
      Array.from({ length: namesOfOwner + 5 }, (_, index) =>
        insertName(
          queriesOf(),
          registration({ name: `many${index}.reown.id`, owner, now: 10_000 - index }),
        ),
      ),
    )
    expect(results.filter((result) => result === 'full')).toHaveLength(5)
    const found = await findNamesOf(queriesOf(), owner)
    expect(found).toHaveLength(namesOfOwner)
    expect(found.map(({ registered_at }) => registered_at)).toEqual(
      found.map(({ registered_at }) => registered_at).toSorted(),
    )
    expect(await insertName(queriesOf(), registration({ name: 'more.reown.id', owner }))).toBe(
      'full',
    )
    expect(await findName(queriesOf(), 'more.reown.id')).toBeUndefined()
  })
}

/** Tests signed changes of registered names. */
function testChanges(queriesOf: () => Queries): void {
  test('a change is refused if it is repeated or older than another change of any name of the account', async () => {
    const [owner, other] = [account(), account()]
    for (const [name, signedAt] of [
      ['one.reown.id', 40],
      ['two.reown.id', 50],
      ['three.reown.id', 45],
    ] as const)
      await insertName(queriesOf(), registration({ name, owner, signedAt }))
    const change = (name: string, signedAt: number) => ({ name, owner, signedAt, now: 7_000 })
    expect(
      await updateAttributes(queriesOf(), change('one.reown.id', 50), {
        bio: 'repeats the registration',
      }),
    ).toBe('stale')
    expect(
      await updateAttributes(queriesOf(), change('one.reown.id', 52), { bio: 'new' }),
    ).toBeUndefined()
    expect(await updateAttributes(queriesOf(), change('one.reown.id', 51), { bio: 'older' })).toBe(
      'stale',
    )
    expect(
      await updateAttributes(queriesOf(), change('two.reown.id', 52), {
        bio: 'for the other name',
      }),
    ).toBe('stale')
    expect(
      await upsertAddress(queriesOf(), change('one.reown.id', 52), {
        coinType: 60,
        address: other,
      }),
    ).toBe('stale')
    expect(await findName(queriesOf(), 'one.reown.id')).toMatchObject({
      attributes: { bio: 'new' },
      updated_at: '1970-01-01T00:00:07.000Z',
      addresses: { 60: { address: getAddress(owner) } },
    })
    expect(await findName(queriesOf(), 'two.reown.id')).toMatchObject({
      attributes: {},
      updated_at: null,
    })
  })
}

function testForeignAddresses(queriesOf: () => Queries): void {
  test('a name whose address belongs to another account is listed for neither account, because the other one has not signed', async () => {
    const [owner, other] = [account(), account()]
    await insertName(queriesOf(), registration({ name: 'moves.reown.id', owner, signedAt: 1 }))
    const move = (coinType: number, signedAt: number) =>
      upsertAddress(
        queriesOf(),
        { name: 'moves.reown.id', owner, signedAt, now: 9_000 },
        { coinType, address: other },
      )
    expect(await move(60, 2)).toBeUndefined()
    expect((await findNamesOf(queriesOf(), owner)).map(({ addresses }) => addresses)).toEqual([
      {
        60: { address: getAddress(other), created_at: '1970-01-01T00:00:09.000Z' },
        [onMainnet]: { address: getAddress(owner), created_at: '1970-01-01T00:00:01.000Z' },
      },
    ])
    expect(await move(onMainnet, 3)).toBeUndefined()
    expect(await findNamesOf(queriesOf(), owner)).toEqual([])
    expect(await findNamesOf(queriesOf(), other)).toEqual([])
    expect((await findOwner(queriesOf(), 'moves.reown.id'))?.owner).toBe(owner)
  })
}
