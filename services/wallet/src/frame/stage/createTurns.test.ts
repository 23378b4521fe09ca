import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStage } from './createStage.ts'
import { createTurns } from './createTurns.ts'

const scene = (title: string, signal?: AbortSignal) => ({
  load: () => new Promise<never>(() => {}),
  params: undefined,
  title: () => title,
  ...(signal && { signal }),
})

test('requests are shown in their order of arrival, and a request that ends early delays no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pause: fc.nat({ max: 4 }), asks: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (requests) => {
        const stage = createStage()
        const turns = createTurns()
        await Promise.all(
          requests.map(async ({ pause, asks }, index) => {
            const { stage: own, end } = turns.take(stage)
            for (let round = 0; round < pause; round += 1) await Promise.resolve()
            if (asks) own.ask(scene(String(index))).then(end, end)
            else end()
          }),
        )
        for (let round = 0; round < 50; round += 1) await Promise.resolve()
        expect(stage.scenes().map(({ title }) => Number(title()))).toEqual(
          requests.flatMap(({ asks }, index) => (asks ? [index] : [])),
        )
      },
    ),
  )
})

test('a request that is aborted before its turn is never shown', async () => {
  const stage = createStage()
  const turns = createTurns()
  const first = turns.take(stage)
  const second = turns.take(stage)
  const controller = new AbortController()
  const pending = second.stage.ask(scene('second', controller.signal))
  controller.abort(new Error('taken back'))
  first.end()
  await expect(pending).rejects.toThrow('taken back')
  expect(stage.scenes()).toEqual([])
})
