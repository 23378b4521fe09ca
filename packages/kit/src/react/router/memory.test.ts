import { expect, test } from 'vitest'
import { createMemories, defineMemory } from './memory.ts'

const place = defineMemory({ index: -1, withSpam: false })
const name = defineMemory<string | undefined>('nobody')

test('a memory begins with its own value, and holds the last one', () => {
  const { recall, remember } = createMemories()
  expect(recall(place)).toEqual({ index: -1, withSpam: false })
  remember(place, { index: 12, withSpam: true })
  remember(place, { index: 3, withSpam: false })
  expect(recall(place)).toEqual({ index: 3, withSpam: false })
  // @ts-expect-error another type
  remember(place, 'nowhere')
})

test('a memory keeps out of the others, also of one that looks the same', () => {
  const { recall, remember } = createMemories()
  remember(place, { index: 12, withSpam: true })
  expect(recall(name)).toBe('nobody')
  expect(recall(defineMemory({ index: -1, withSpam: false })).index).toBe(-1)
})

test('nothing is a value, too', () => {
  const { recall, remember } = createMemories()
  remember(name, undefined)
  expect(recall(name)).toBeUndefined()
})

test('another opening of the modal remembers nothing', () => {
  createMemories().remember(name, 'Ada')
  expect(createMemories().recall(name)).toBe('nobody')
})
