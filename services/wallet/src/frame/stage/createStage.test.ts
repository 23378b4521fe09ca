import { expect, test, vi } from 'vitest'
import { createStage } from './createStage.ts'

const Screen = () => null
type Code = { default: typeof Screen }
const options = { params: undefined, title: () => 'Sign' }

/** Code that loads when the test allows it. */
function code() {
  let arrive: (code: Code) => void = () => {}
  const loading = new Promise<Code>((resolve) => (arrive = resolve))
  return { loading, arrive }
}

test('a scene gets its screen when its code loads, and other scenes are unaffected', async () => {
  const stage = createStage()
  const late = code()
  void stage.ask<undefined, void>({ ...options, load: () => late.loading })
  void stage.ask<undefined, void>({ ...options, load: async () => ({ default: Screen }) })
  await vi.waitUntil(() => stage.scenes()[1]?.Screen)
  expect(stage.scenes()[0]?.Screen).toBeUndefined()
  late.arrive({ default: Screen })
  await vi.waitUntil(() => stage.scenes()[0]?.Screen)
  expect(stage.scenes().map((scene) => scene.Screen)).toEqual([Screen, Screen])
})

test('a scene whose code fails to load ends with `somethingWrong`, and the next scene gets its screen', async () => {
  const stage = createStage()
  const first = stage.ask<undefined, void>({
    ...options,
    load: () => Promise.reject(new Error('offline')),
  })
  void stage.ask<undefined, void>({ ...options, load: async () => ({ default: Screen }) })
  await expect(first).rejects.toMatchObject({ code: 'somethingWrong' })
  await vi.waitUntil(() => stage.scenes()[0]?.Screen)
  expect(stage.scenes()).toHaveLength(1)
})

test('when the code of a scene loads after the visitor has closed the scene, the stage does not change', async () => {
  const stage = createStage()
  const late = code()
  const pending = stage.ask<undefined, void>({ ...options, load: () => late.loading })
  stage.scenes()[0]?.refuse()
  await expect(pending).rejects.toMatchObject({ code: 4001 })
  const writes: unknown[] = []
  stage.subscribe(() => writes.push(stage.scenes()))
  late.arrive({ default: Screen })
  await late.loading
  await Promise.resolve()
  expect(writes).toEqual([])
})
