import { expect, test } from 'vitest'
import { createMemories, defineMemory } from './memory.ts'

const place = defineMemory({ index: -1, withSpam: false })
const name = defineMemory<string | undefined>('nobody')

test('a memory begins with its initial value, and stores the last one', () => {
  const { recall, remember } = createMemories()
  expect(recall(place)).toEqual({ index: -1, withSpam: false })
  remember(place, { index: 12, withSpam: true })
  remember(place, { index: 3, withSpam: false })
  expect(recall(place)).toEqual({ index: 3, withSpam: false })
  // @ts-expect-error another type
  remember(place, 'nowhere')
})

test('a memory is apart from others, also from one with an equal initial value', () => {
  const { recall, remember } = createMemories()
  remember(place, { index: 12, withSpam: true })
  expect(recall(name)).toBe('nobody')
  expect(recall(defineMemory({ index: -1, withSpam: false })).index).toBe(-1)
})

test('undefined is a value', () => {
  const { recall, remember } = createMemories()
  remember(name, undefined)
  expect(recall(name)).toBeUndefined()
})

test('another opening of the modal begins with initial values', () => {
  createMemories().remember(name, 'Ada')
  expect(createMemories().recall(name)).toBe('nobody')
})
