import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('at most `max` pieces of work run at once, in order, even if some fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (max, fails) => {
        const turns = createTurns(max)
        const begun: number[] = []
        let running = 0
        const ends = await Promise.allSettled(
          fails.map((fail, index) =>
            turns.run(async () => {
              begun.push(index)
              running += 1
              expect(running).toBeLessThanOrEqual(max)
              await new Promise(setImmediate)
              running -= 1
              if (fail) throw new Error('failed')
            }),
          ),
        )
        expect(ends.map(({ status }) => status)).toEqual(
          fails.map((fail) => (fail ? 'rejected' : 'fulfilled')),
        )
        expect(begun).toEqual(fails.map((_, index) => index))
        expect(turns.waiting).toBe(0)
      },
    ),
  )
})
