import { expect, test } from 'vitest'
import { createMemories, defineMemory } from './memory.ts'

const place = defineMemory({ index: -1, withSpam: false })
const name = defineMemory<string | undefined>('nobody')

test('a memory returns its initial value, and then the last stored value', () => {
  const { recall, remember } = createMemories()
  expect(recall(place)).toEqual({ index: -1, withSpam: false })
  remember(place, { index: 12, withSpam: true })
  remember(place, { index: 3, withSpam: false })
  expect(recall(place)).toEqual({ index: 3, withSpam: false })
  // @ts-expect-error another type
  remember(place, 'nowhere')
})

test('memories with equal initial values are separate', () => {
  const { recall, remember } = createMemories()
  remember(place, { index: 12, withSpam: true })
  expect(recall(name)).toBe('nobody')
  expect(recall(defineMemory({ index: -1, withSpam: false })).index).toBe(-1)
})

test('`undefined` can be stored as a value', () => {
  const { recall, remember } = createMemories()
  remember(name, undefined)
  expect(recall(name)).toBeUndefined()
})

test('a new opening of the modal starts with the initial values', () => {
  createMemories().remember(name, 'Ada')
  expect(createMemories().recall(name)).toBe('nobody')
})
