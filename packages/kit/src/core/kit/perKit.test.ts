import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { perKit } from './perKit.ts'

test('a value made for a kit is stored, and not shared with other kits', () => {
  const [{ kit }, { kit: other }] = [startTestKit(), startTestKit()]
  const marks = perKit(() => new Set<string>())
  marks(kit).add('a')
  expect([...marks(kit)]).toEqual(['a'])
  expect([...marks(other)]).toEqual([])
})

test('two values made with perKit are separate, and each is made on first use', () => {
  const { kit } = startTestKit()
  let made = 0
  const make = () => ({ number: ++made })
  const [first, two] = [perKit(make), perKit(make)]
  expect(made).toBe(0)
  expect([first(kit).number, two(kit).number, first(kit).number]).toEqual([1, 2, 1])
})
