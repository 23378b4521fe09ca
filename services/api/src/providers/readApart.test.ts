import { expect, test } from 'vitest'
import { NodesError } from './nodes.ts'
import { readApart } from './readApart.ts'

const numbers = Array.from({ length: 64 }, (_, index) => index)

/** Doubles numbers; fails when one of the bad ones is among them. */
function reader(bad: readonly number[], failure: Error) {
  let asked = 0
  const read = async (items: readonly number[]) => {
    asked++
    if (items.some((item) => bad.includes(item))) throw failure
    return items.map((item) => 2 * item)
  }
  return { read, asked: () => asked }
}

test.each([['answered with an error', new NodesError('no', { code: -32000 })], ['not answered', new NodesError('no')]])('what is %s costs the others nothing', async (_, failure) => {
  const { read, asked } = reader([5, 40], failure)
  expect(await readApart(numbers, read)).toEqual(numbers.map((number) => ([5, 40].includes(number) ? undefined : 2 * number)))
  expect(asked()).toBeLessThan(30)
})

test('one that a node has answered with an error is undefined; one that nobody answered may be a node that is down', async () => {
  expect(await readApart([5], reader([5], new NodesError('no', { code: 3 })).read)).toEqual([undefined])
  await expect(readApart([5], reader([5], new NodesError('no')).read)).rejects.toThrow(NodesError)
  await expect(readApart(numbers, reader(numbers, new NodesError('no')).read)).rejects.toThrow(NodesError)
})

test('what is nobody\'s fault is thrown', async () => {
  await expect(readApart(numbers, reader([5], new RangeError('left')).read)).rejects.toThrow(RangeError)
  expect(await readApart([], reader([], new Error('x')).read)).toEqual([])
})
