import { expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../connection/startTestKit.ts'
import { tellLeaving } from './tellLeaving.ts'

test('who has turned back before is told nothing, and stays', async () => {
  const { kit } = startTestKit()
  kit.context.hasProvider = true
  const controller = new AbortController()
  controller.abort()
  expect(await reasonOf(tellLeaving(kit, controller.signal))).toMatchObject({
    name: 'KitError',
    code: 'requestAborted',
  })
  expect(kit.getState()).toMatchObject({ toast: undefined, modal: { open: false } })
})

test('on a page without the modal, too', async () => {
  const { kit } = startTestKit()
  expect(await reasonOf(tellLeaving(kit, AbortSignal.abort()))).toMatchObject({
    code: 'requestAborted',
  })
})

test('where the modal is, it is told for two seconds', async () => {
  const { kit, clock } = startTestKit()
  kit.context.hasProvider = true
  const told = tellLeaving(kit)
  expect(kit.getState()).toMatchObject({
    toast: { message: 'tabContinues' },
    modal: { open: true },
  })
  await clock.asked(2_000, 1)
  clock.advance(2_000)
  await told
})
