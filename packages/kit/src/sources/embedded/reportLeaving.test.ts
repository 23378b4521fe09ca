import { expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { reportLeaving } from './reportLeaving.ts'
import { contextOf } from '../../core/kit/context.ts'

test('if the signal has already aborted, reportLeaving rejects with `requestAborted` and shows nothing', async () => {
  const { kit } = startTestKit()
  contextOf(kit).hasProvider = true
  const controller = new AbortController()
  controller.abort()
  expect(await reasonOf(reportLeaving(kit, controller.signal))).toMatchObject({
    name: 'KitError',
    code: 'requestAborted',
  })
  expect(kit.getState()).toMatchObject({ toast: undefined, modal: { open: false } })
})

test('on a page without the modal, reportLeaving rejects with `requestAborted` if the signal has aborted', async () => {
  const { kit } = startTestKit()
  expect(await reasonOf(reportLeaving(kit, AbortSignal.abort()))).toMatchObject({
    code: 'requestAborted',
  })
})

test('on a page with the modal, reportLeaving resolves after the toast was shown for 2 s', async () => {
  const { kit, clock } = startTestKit()
  contextOf(kit).hasProvider = true
  const reporting = reportLeaving(kit)
  expect(kit.getState()).toMatchObject({
    toast: { message: 'tabContinues' },
    modal: { open: true },
  })
  await clock.scheduled(2_000, 1)
  clock.advance(2_000)
  await reporting
})
