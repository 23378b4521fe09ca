import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { groupByMonth } from './groupByMonth.ts'
import type { HistoryEntry } from '../historyEntry.ts'

const entryAt = (time: string | number): HistoryEntry => ({
  id: String(time),
  hash: '0x1',
  networkId: formatNetworkId('eip155', 1),
  operationType: 'send',
  status: 'confirmed',
  at: new Date(time).getTime(),
  sentFrom: '0xa',
  transfers: [],
})

/** Times around two turns of the year and in a summer, newest first, in UTC. */
const times = [
  '2026-01-15T12:00:00Z',
  '2026-01-01T10:30:00Z',
  '2026-01-01T00:30:00Z',
  '2025-12-31T23:30:00Z',
  '2025-12-31T12:30:00Z',
  '2025-07-04T12:00:00Z',
  '2025-01-01T09:30:00Z',
  '2025-01-01T00:30:00Z',
  '2024-12-31T23:30:00Z',
  '2024-12-31T10:30:00Z',
]
const now = Date.parse('2026-01-20T12:00:00Z')
const titles = (timeZone: string, locale = 'en') =>
  groupByMonth(times.map(entryAt), { locale, timeZone, now }).map(({ title, entries }) => [
    title,
    entries.length,
  ])

test.each([
  [
    'UTC',
    [
      ['January', 3],
      ['December 2025', 2],
      ['July 2025', 1],
      ['January 2025', 2],
      ['December 2024', 2],
    ],
  ],
  [
    'Pacific/Auckland',
    [
      ['January', 5],
      ['July 2025', 1],
      ['January 2025', 3],
      ['December 2024', 1],
    ],
  ],
  [
    'America/Los_Angeles',
    [
      ['January', 2],
      ['December 2025', 3],
      ['July 2025', 1],
      ['January 2025', 1],
      ['December 2024', 3],
    ],
  ],
])('in %s each entry stands under the month of that time zone', (timeZone, expected) => {
  expect(titles(timeZone)).toEqual(expected)
})

test('months are named in the language, with the year if it is not the current one', () => {
  expect(titles('UTC', 'de').slice(0, 2)).toEqual([
    ['Januar', 3],
    ['Dezember 2025', 2],
  ])
  expect(titles('UTC', 'ja').slice(0, 2)).toEqual([
    ['1月', 3],
    ['2025年12月', 2],
  ])
  expect(titles('UTC', 'pt').slice(0, 2)).toEqual([
    ['janeiro', 3],
    ['dezembro de 2025', 2],
  ])
  expect(titles('UTC', 'ar-u-nu-latn')[1]?.[0]).toBe('ديسمبر 2025')
})

test('the current year is the year in the given time zone', () => {
  const [first] = groupByMonth([entryAt('2026-01-01T00:30:00Z')], {
    locale: 'en',
    timeZone: 'America/Los_Angeles',
    now: Date.parse('2026-01-01T00:45:00Z'),
  })
  expect(first?.title).toBe('December')
})

test('another calendar shows its own month names for the same groups', () => {
  const months = groupByMonth(times.map(entryAt), {
    locale: 'en-u-ca-buddhist',
    timeZone: 'UTC',
    now,
  })
  expect(months.map(({ id }) => id)).toEqual([
    '2026-01',
    '2025-12',
    '2025-07',
    '2025-01',
    '2024-12',
  ])
})

test('in a calendar with other months, entries are grouped by those months', () => {
  const before = Date.parse('2025-12-20T12:00:00Z')
  const days = [
    '2025-12-22T12:00:00Z',
    '2025-12-21T12:00:00Z',
    '2025-11-22T12:00:00Z',
    '2025-11-21T12:00:00Z',
    '2025-03-20T12:00:00Z',
  ]
  const months = groupByMonth(days.map(entryAt), {
    locale: 'fa-u-nu-latn',
    timeZone: 'UTC',
    now: before,
  })
  expect(months.map(({ id, title, entries }) => [id, title, entries.length])).toEqual([
    ['1404-10', 'دی', 1],
    ['1404-09', 'آذر', 2],
    ['1404-08', 'آبان', 1],
    ['1403-12', expect.stringContaining('1403'), 1],
  ])
})

test('groupByMonth returns no months if there are no entries', () => {
  expect(groupByMonth([], { locale: 'en', timeZone: 'UTC', now })).toEqual([])
})

test('a hundred thousand entries are grouped correctly, each once and in order', () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => entryAt(now - index * 1_234_567))
  const months = groupByMonth(entries, { locale: 'en', timeZone: 'Asia/Kolkata', now })
  expect(months.flatMap((month) => month.entries)).toEqual(entries)
  const monthOf = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    timeZone: 'Asia/Kolkata',
  })
  for (const {
    id,
    entries: [first, ...rest],
  } of months)
    for (const one of [first, rest.at(-1)]) if (one) expect(monthOf.format(one.at)).toBe(id)
})

test('without a time zone, the time zone of the machine is used', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const entries = times.map(entryAt)
  expect(groupByMonth(entries, { locale: 'en', now })).toEqual(
    groupByMonth(entries, { locale: 'en', timeZone: here, now }),
  )
})
