import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bytesIn, listIn, partOf, partOfFirst, textsIn } from './readParts.ts'

/** Bytes that report a false length and type. */
class LyingBytes extends Uint8Array<ArrayBuffer> {
  override get length(): number {
    return 64
  }

  override *[Symbol.iterator](): ArrayIterator<number> {
    for (let at = 0; at < 1_000; at++) yield 9
  }
}

test('bytesIn accepts a Uint8Array of an allowed length, also from another frame, and refuses other values', () => {
  expect(bytesIn(Uint8Array.of(1, 2), [2, 2])).toEqual(Uint8Array.of(1, 2))
  expect(bytesIn(runInNewContext('Uint8Array.of(1, 2)'), [2, 2])).toEqual(Uint8Array.of(1, 2))
  expect(bytesIn(LyingBytes.of(1, 2, 3), [64, 64])).toBeUndefined()
  expect(bytesIn(LyingBytes.of(1, 2, 3), [1, 3])).toEqual(Uint8Array.of(1, 2, 3))
  for (const none of [
    [1, 2],
    'ab',
    null,
    Uint16Array.of(1, 2),
    new DataView(new ArrayBuffer(2)),
    new Proxy(Uint8Array.of(1, 2), {}),
    { length: 2, 0: 1, 1: 2, [Symbol.toStringTag]: 'Uint8Array' },
  ])
    expect(bytesIn(none, [0, 9])).toBeUndefined()
})

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
