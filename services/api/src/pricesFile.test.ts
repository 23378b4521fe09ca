import { expect, test } from 'vitest'
import { pricesFile } from './pricesFile.ts'

const signal = new AbortController().signal
const day = (number: number) => Date.parse(`2026-01-0${number}T00:00:00Z`) / 1_000

test('the current price is the last one, a past price is the last one up to its time, and a single number gives no past price', async () => {
  const texts = [
    JSON.stringify({
      a: 150,
      b: [
        { at: '2026-01-02T00:00:00Z', price: 1 },
        { at: '2026-01-04T00:00:00Z', price: 3 },
      ],
    }),
  ]
  const clock = { now: 0 }
  const { prices, pricesAt } = pricesFile(
    async () => texts.at(-1) ?? '',
    () => clock.now,
  )
  expect(
    await Promise.all([
      prices('a', signal),
      prices('b', signal),
      prices('c', signal),
      prices('toString', signal),
    ]),
  ).toEqual([150, 3, undefined, undefined])
  expect(
    await Promise.all([1, 2, 3, 4, 9].map((number) => pricesAt('b', day(number), signal))),
  ).toEqual([undefined, 1, 1, 3, 3])
  expect(await pricesAt('a', day(2), signal)).toBeUndefined()
  texts.push('{"a":151}')
  expect(await prices('a', signal)).toBe(150)
  clock.now += 6_000
  expect(await prices('a', signal)).toBe(151)
})

test.each([
  '',
  '[',
  '[]',
  '{"a":0}',
  '{"a":-1}',
  '{"a":"1"}',
  '{"a":1e999}',
  '{"a":[]}',
  '{"a":[{"at":"yesterday","price":1}]}',
  '{"a":[{"at":"2026-01-02T00:00:00Z","price":1},{"at":"2026-01-01T00:00:00Z","price":1}]}',
])('a file with the text %j is refused', async (text) => {
  await expect(
    pricesFile(
      async () => text,
      () => 0,
    ).prices('a', signal),
  ).rejects.toThrow()
})
