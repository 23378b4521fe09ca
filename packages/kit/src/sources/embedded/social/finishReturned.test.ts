import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import { readStored } from '../../../core/storage/storage.ts'
import { createFakeAdapter } from '../../../testing/fakeAdapter.ts'
import type { FakeAdapterOptions } from '../../../testing/makeFakeAdapter.ts'
import { finishReturned } from './finishReturned.lazy.ts'
import { authId } from '../names.ts'
import { storePendingSocial } from './returned.ts'
import { contextOf } from '../../../core/kit/context.ts'

beforeEach(() => void startTestPage())

/** The function must not take the answer: the source takes it when it connects. */
const starts = { take: () => expect.unreachable() }
const auth = {
  id: authId,
  name: 'E-mail wallet',
  type: 'auth',
  logins: { email: true, socials: ['google'] },
} as const

function start(options: FakeAdapterOptions = {}) {
  const adapter = createFakeAdapter({ connectors: [auth], ...options })
  const started = startTestKit({ adapters: [adapter] })
  storePendingSocial(started.kit, 'google')
  return { ...started, adapter }
}

test('a returned login connects while the modal stays closed', async () => {
  const { kit, adapter, session } = start()
  await finishReturned(kit, starts)
  expect(adapter.logins).toEqual([{ social: 'google' }])
  expect(session()?.status).toBe('connected')
  expect(kit.getState()).toMatchObject({ toast: undefined, modal: { open: false } })
  expect(readStored(contextOf(kit).storage.raw, 'social-login')).toBeUndefined()
})

test('an answer is ignored if the login began more than 20 minutes ago', async () => {
  const { kit, clock, adapter, session } = start()
  clock.advance(20 * 60_000 + 1)
  let isTaken = false
  await finishReturned(kit, { take: () => ((isTaken = true), { window: null }) })
  expect(isTaken).toBe(true)
  expect(adapter.logins).toEqual([])
  expect(session()?.status ?? 'disconnected').toBe('disconnected')
})

test('a failed login shows a toast over the modal', async () => {
  const { kit, session } = start({ connect: 'socialRefused' })
  contextOf(kit).hasProvider = true
  await finishReturned(kit, starts)
  expect(session()?.status).toBe('disconnected')
  expect(kit.getState()).toMatchObject({
    toast: { message: 'socialRefused', variant: 'error' },
    modal: { open: true },
  })
})

test('while the login waits for a mailed link, a toast is shown', async () => {
  const { kit } = start({ link: true })
  void finishReturned(kit, starts)
  await expect
    .poll(() => kit.getState().toast)
    .toMatchObject({ message: 'linkSent', variant: 'info' })
})
