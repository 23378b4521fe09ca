import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Changes, Hex } from './chopsticks.ts'
import { StorageHistory } from './storageHistory.ts'

test('each block reads what was last written up to it', async () => {
  const history = new StorageHistory({ '0xaa01': '0x01', '0xaa02': '0x02' })
  history.add(1, { '0xaa01': '0x11', '0xaa03': '0x03' })
  history.add(2, { '0xaa01': null, '0xaa02': '0x22', '0xbb01': null })
  history.add(3, { '0xaa01': '0x31' })
  const valuesAt = (block: number) =>
    history.at(block).getMany(['0xaa01', '0xaa02', '0xaa03', '0xbb01'])
  expect(await valuesAt(0)).toEqual(['0x01', '0x02', undefined, undefined])
  expect(await valuesAt(1)).toEqual(['0x11', '0x02', '0x03', undefined])
  expect(await valuesAt(2)).toEqual([undefined, '0x22', '0x03', undefined])
  expect(await valuesAt(3)).toEqual(['0x31', '0x22', '0x03', undefined])
  expect(await history.at(2).getKeysPaged('0xaa', 10, '0x')).toEqual(['0xaa02', '0xaa03'])
  expect(await history.at(0).findNextKey('0xaa', '0xaa01')).toBe('0xaa02')
  expect(await history.at(3).get('0xAA01')).toBe('0x31')
})

const key = fc.integer({ min: 0, max: 40 }).map((n): Hex => `0x${n.toString(16).padStart(2, '0')}`)
const value = fc.option(
  fc.integer({ min: 0, max: 255 }).map((n): Hex => `0x${n.toString(16).padStart(2, '0')}`),
)

test('any history is that of records which are copied with each block', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(key, value), { maxLength: 8 }),
      fc.constantFrom('0x', '0x0', '0x1', '0x2'),
      fc.integer({ min: 1, max: 5 }),
      async (blocks, prefix, size) => {
        const history = new StorageHistory({ '0x05': '0x55' })
        const states: Record<string, Hex>[] = [{ '0x05': '0x55' }]
        blocks.forEach((dictionary, index) => {
          const changes = dictionary as Changes // the generator's keys are hex
          history.add(index + 1, changes)
          const next = { ...states[index] }
          for (const [name, changed] of Object.entries(changes))
            if (changed === null) delete next[name]
            else next[name] = changed
          states.push(next)
        })
        for (const [block, state] of states.entries()) {
          const keys = Object.keys(state)
            .filter((name) => name.startsWith(prefix))
            .toSorted()
          const found: string[] = []
          for (let start: string = prefix; ; ) {
            const page = await history.at(block).getKeysPaged(prefix, size, start)
            expect(page.length).toBeLessThanOrEqual(size)
            found.push(...page)
            if (page.length < size) break
            start = page.at(-1) ?? prefix
          }
          expect(found.filter((name) => name !== prefix)).toEqual(
            keys.filter((name) => name !== prefix),
          )
          for (const name of keys) expect(await history.at(block).get(name)).toBe(state[name])
        }
      },
    ),
  )
})

test.each([0, 1_001, Number.NaN, '9', null])(
  'no endless page of keys for the size %s',
  async (size) => {
    const history = new StorageHistory({ '0xaa01': '0x01' })
    const page = history.at(0).getKeysPaged('0xaa', size as number, '0x')
    const result = await page.catch((error: unknown) => error)
    expect(result).toSatisfy(
      (of) => of instanceof RangeError || (Array.isArray(of) && of.length <= 1),
    )
  },
)
