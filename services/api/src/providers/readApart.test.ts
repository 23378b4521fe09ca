import { expect, test } from 'vitest'
import { NodesError } from './nodes.ts'
import { readApart } from './readApart.ts'

const numbers = Array.from({ length: 64 }, (_, index) => index)

/** Makes a function that doubles numbers, and fails if one of `bad` is among them. */
function reader(bad: readonly number[], failure: Error) {
  let requestCount = 0
  const read = async (items: readonly number[]) => {
    requestCount++
    if (items.some((item) => bad.includes(item))) throw failure
    return items.map((item) => 2 * item)
  }
  return { read, requestCount: () => requestCount }
}

const refused = new NodesError('no', { code: 3, isRevert: true })
const failed = new NodesError('no', { code: -32000 })

test.each([
  ['refused by its contract', refused, undefined],
  ['not answered', failed, failed],
])('a value that is %s does not affect the other values', async (_, failure, left) => {
  const { read, requestCount } = reader([5, 40], failure)
  expect(await readApart(numbers, read)).toEqual(
    numbers.map((number) => ([5, 40].includes(number) ? left : 2 * number)),
  )
  expect(requestCount()).toBeLessThan(30)
})

test('a value that its contract refuses is undefined, and after any other failure the node may be down', async () => {
  expect(await readApart([5], reader([5], refused).read)).toEqual([undefined])
  await expect(readApart([5], reader([5], failed).read)).rejects.toThrow(NodesError)
  await expect(readApart([5], reader([5], new NodesError('no')).read)).rejects.toThrow(NodesError)
  await expect(readApart(numbers, reader(numbers, new NodesError('no')).read)).rejects.toThrow(
    NodesError,
  )
})

test('an error that does not come from a value is thrown', async () => {
  await expect(readApart(numbers, reader([5], new RangeError('left')).read)).rejects.toThrow(
    RangeError,
  )
  expect(await readApart([], reader([], new Error('x')).read)).toEqual([])
})
