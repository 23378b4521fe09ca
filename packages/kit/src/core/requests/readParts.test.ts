import { expect, test } from 'vitest'
import { listIn, partOf, partOfFirst, textsIn } from './readParts.ts'

test('listIn and textsIn read at most the given number of entries, and call no method of the list', () => {
  const list = Object.assign(['a', 'b', 3], {
    slice: () => 'a list of its own',
    map: () => [],
    filter: () => [],
  })
  expect([listIn(list, 1), listIn(list, 9).length, textsIn(list, 9)]).toEqual([
    ['a'],
    3,
    ['a', 'b'],
  ])
  expect([listIn({ length: 3 }, 9), textsIn('ab', 9)]).toEqual([[], []])
})

test('partOf and partOfFirst are undefined where reading throws', () => {
  const hostile = {
    get part(): never {
      throw new Error('no')
    },
  }
  expect([partOf({ part: 1 }, 'part'), partOfFirst([{ part: 1 }], 'part')]).toEqual([1, 1])
  expect([partOf(hostile, 'part'), partOf(null, 'part'), partOfFirst([hostile], 'part')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
