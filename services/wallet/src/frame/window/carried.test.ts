import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestStore } from '../testing/createTestStore.ts'
import { noteChanges, readCarried, writeCarried } from './carried.ts'
import type { Entry } from './carried.ts'

const shop = 'https://shop.example'
const others = [
  'https://shop.example.evil.example',
  'https://shop.example:8443',
  'http://shop.example',
  'https://evil.example',
  'https://shop.exampl',
  'https://shop.example/',
  '',
]
const [ofLogin, ofSite] = [
  ['device', 'current', 'share:0xa1', 'pending:0xa1', 'emailChange'],
  [`consent:${shop}`, `join:${shop}`, `sent:${shop} 0x1`, `calls:${shop} 0x1`],
]
const never = [
  'network',
  'devices',
  'currently',
  'mydevice',
  'sharex',
  'emailChange2',
  'begun',
  'consent:',
  'sent:',
  'calls',
  ...others.flatMap((origin) => [
    `consent:${origin}`,
    `join:${origin}`,
    `sent:${origin} 0x1`,
    `calls:${origin} 0x1`,
  ]),
]

const filled = (names: readonly string[]) => {
  const store = createTestStore()
  for (const name of names) store.stored.set(name, name === 'current' ? '0xA1' : `value of ${name}`)
  return store
}
const namesOf = (entries: readonly Entry[]) => entries.map(([name]) => name).toSorted()

test('only the entries of the login and of this site are copied to the window', async () => {
  const store = filled([...ofLogin, ...ofSite, ...never])
  const entries = await readCarried(store, shop)
  expect(namesOf(entries)).toEqual([...ofLogin, ...ofSite].toSorted())
  expect(
    entries.every(([name, value]) => value === (name === 'current' ? '0xA1' : `value of ${name}`)),
  ).toBe(true)
})

test('entries of other sites are neither written nor deleted', async () => {
  const store = filled(never)
  const before = new Map(store.stored)
  await writeCarried(
    store,
    [...ofLogin, ...ofSite, ...never].flatMap(
      (name) =>
        [[name, 'new'], ...(never.includes(name) ? [[name, undefined] as const] : [])] as const,
    ),
    shop,
  )
  expect(new Map([...store.stored].filter(([name]) => never.includes(name)))).toEqual(before)
  expect([...store.stored.keys()].filter((name) => !never.includes(name)).toSorted()).toEqual(
    [...ofLogin, ...ofSite].toSorted(),
  )
})

/** Realistic names of entries, with origins that resemble each other. */
const name = fc
  .tuple(
    fc.constantFrom('consent:', 'join:', 'sent:', 'calls:'),
    fc.constantFrom(...others, shop, `${shop} `),
    fc.constantFrom('', ' ', ' 0x1', '0x1', ` ${shop}`),
  )
  .map((parts) => parts.join(''))
const isOfShop = (text: string) =>
  ['consent:', 'join:', 'sent:', 'calls:'].some(
    (start) => text === start + shop || text.startsWith(`${start}${shop} `),
  )

test('entries of other sites are never copied, in either direction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.oneof(
          name,
          fc.string(),
          fc.string().map((text) => `consent:${text}`),
        ),
        { maxLength: 30 },
      ),
      async (names) => {
        const known = (text: string) =>
          isOfShop(text) ||
          /^(share|pending):/.test(text) ||
          ['device', 'current', 'emailChange'].includes(text)
        const expected = names.filter(known).toSorted()
        expect(namesOf(await readCarried(filled(names), shop))).toEqual(
          expected.filter((text) => !/^(share|pending):/.test(text)),
        )
        const store = filled([])
        await writeCarried(
          store,
          names.map((text) => [text, 1]),
          shop,
        )
        expect([...store.stored.keys()].toSorted()).toEqual(expected)
        const noted = noteChanges(filled(names), shop)
        await noted.clear()
        expect(namesOf(await noted.take())).toEqual(expected)
      },
    ),
  )
})

test('an entry that is deleted on one side is deleted on the other side', async () => {
  const [one, other] = [filled([...ofLogin, ...ofSite]), filled([...ofLogin, ...ofSite, ...never])]
  const noted = noteChanges(one, shop)
  await noted.delete('current')
  await noted.delete(`consent:${shop}`)
  await noted.delete('network')
  const changes = await noted.take()
  expect(changes).toEqual([
    ['current', undefined],
    [`consent:${shop}`, undefined],
  ])
  await writeCarried(other, changes, shop)
  expect([
    other.stored.has('current'),
    other.stored.has(`consent:${shop}`),
    other.stored.has('network'),
  ]).toEqual([false, false, true])
})

test('`take` returns each change once, with its latest value', async () => {
  const store = filled([])
  const noted = noteChanges(store, shop)
  await noted.set('share:0x1', 'old')
  await noted.set('share:0x1', 'new')
  await noted.set('share:0x2', 'of another account')
  await noted.add('current', '0x1')
  await noted.add('current', '0x2')
  await noted.set(`sent:https://evil.example 0x1`, 'theirs')
  expect(await noted.take()).toEqual([
    ['share:0x1', 'new'],
    ['current', '0x1'],
  ])
  expect(await noted.take()).toEqual([])
  expect(store.stored.get('sent:https://evil.example 0x1')).toBe('theirs')
})

test('only the share of the current account is copied, in either direction', async () => {
  const store = filled(['device', 'share:0xa1', 'share:0xb2', 'pending:0xb2'])
  expect(namesOf(await readCarried(store, shop))).toEqual(['device'])
  const noted = noteChanges(store, shop)
  await noted.set('current', '0xA1')
  await noted.set('share:0xb2', 'newer')
  await noted.delete('pending:0xb2')
  expect(await noted.take()).toEqual([
    ['current', '0xA1'],
    ['pending:0xb2', undefined],
  ])
  expect(namesOf(await readCarried(store, shop))).toEqual(['current', 'device', 'share:0xa1'])
})
