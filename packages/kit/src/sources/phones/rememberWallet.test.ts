import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import {
  appOfSession,
  forgetSession,
  forgetWallet,
  rememberAnswer,
  rememberedWallet,
  rememberWallet,
} from './rememberWallet.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const fox = { id: 'fox', name: 'Fox', mobile_link: 'fox://', link_mode: 'https://fox.example' }
const hen = { id: 'hen', name: 'Hen', mobile_link: 'hen://' }
const connectors = [{ id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }] as const
const pairing = { uri: 'wc:ab@2', expiresAt: 300_000 }

function start() {
  const { kit, storage } = startTestKit({
    adapters: [createFakeAdapter({ connectors, pairing, connect: 'hang' })],
  })
  return { kit, storage, opened: () => rememberedWallet(storage)?.name }
}

test('an opened app is stored with its links, and the connection status is stored as `connected`', () => {
  const { kit, storage } = start()
  rememberWallet(kit, fox)
  expect(rememberedWallet(storage)).toEqual({
    name: 'Fox',
    native: 'fox://',
    universal: 'https://fox.example',
  })
  expect(contextOf(kit).storage.get('connection-status')).toBe('connected')
  forgetWallet(storage)
  expect(rememberedWallet(storage)).toBeUndefined()
})

test.each(['no JSON', 'null', '7', '{}', '{"name":7}'])(
  'an invalid stored app %s is ignored',
  (text) => {
    const storage = memoryStorage()
    storage.setItem('@latchkey/walletconnect.deep-link', text)
    expect(rememberedWallet(storage)).toBeUndefined()
    storage.setItem('@latchkey/walletconnect.app', text)
    expect(appOfSession(storage, 'a')).toBeUndefined()
  },
)

/** Shows a code, for one wallet or for any. @returns the function that aborts the attempt */
async function attempt({ kit }: ReturnType<typeof start>, wallet?: Wallet) {
  const controller = new AbortController()
  const shown = new Promise<void>((resolve) => {
    void reasonOf(
      kit.connect({
        connectorId: 'walletConnect',
        wallet,
        signal: controller.signal,
        onPairing: () => resolve(),
      }),
    )
  })
  await shown
  return () => controller.abort()
}

test('an opened app stays stored while the same wallet’s code is shown again, and is removed for another wallet’s code', async () => {
  const started = start()
  let leave = await attempt(started, fox)
  rememberWallet(started.kit, fox)
  leave()
  leave = await attempt(started, fox)
  expect(started.opened()).toBe('Fox')
  leave()
  leave = await attempt(started, hen)
  expect(started.opened()).toBeUndefined()
  rememberWallet(started.kit, hen)
  leave()
  leave = await attempt(started)
  expect(started.opened()).toBeUndefined()
  leave()
})

test('the app that answers is stored if it reports another link than the opened app; otherwise the opened app is stored', () => {
  const { kit, storage } = start()
  const app = (topic: string) => appOfSession(storage, topic)?.name
  rememberAnswer(storage, 'a', { name: 'Fox', native: 'fox://' })
  expect(app('a')).toBeUndefined() // no app was opened here, so another phone read it
  rememberWallet(kit, hen)
  rememberAnswer(storage, 'b', { name: 'Fox' })
  expect(app('b')).toBe('Hen')
  rememberAnswer(storage, 'c', { name: 'Hen of another name', native: 'hen://' })
  expect(app('c')).toBe('Hen')
  rememberAnswer(storage, 'd', { name: 'Fox', native: 'fox://' })
  expect(appOfSession(storage, 'd')).toEqual({
    name: 'Fox',
    native: 'fox://',
    universal: undefined,
  })
})

test('a session keeps its app when later codes open other apps, until the session ends', () => {
  const { kit, storage } = start()
  rememberWallet(kit, fox)
  rememberAnswer(storage, 'a', { name: 'Fox' })
  forgetWallet(storage)
  rememberWallet(kit, hen)
  rememberAnswer(storage, 'a', { name: 'Fox' }) // a reloaded page calls `rememberAnswer` again
  expect(appOfSession(storage, 'a')?.name).toBe('Fox')
  expect(appOfSession(storage, 'b')).toBeUndefined()
  forgetSession(storage, 'a')
  expect(appOfSession(storage, 'a')).toBeUndefined()
  expect(rememberedWallet(storage)).toBeUndefined()
})

test('each session keeps its own app, including an app stored by an earlier version', () => {
  const { kit, storage } = start()
  storage.setItem(
    '@latchkey/walletconnect.app',
    JSON.stringify({ topic: 'a', name: 'Fox', native: 'fox://' }),
  )
  rememberWallet(kit, hen)
  rememberAnswer(storage, 'b', { name: 'Hen' })
  expect(appOfSession(storage, 'a')).toMatchObject({ name: 'Fox', native: 'fox://' })
  expect(appOfSession(storage, 'b')).toMatchObject({ name: 'Hen', native: 'hen://' })
  forgetSession(storage, 'b')
  expect(appOfSession(storage, 'a')?.name).toBe('Fox')
  expect(appOfSession(storage, 'b')).toBeUndefined()
})

test('if there are many sessions, the apps of the oldest sessions are removed', () => {
  const { kit, storage } = start()
  rememberWallet(kit, fox)
  for (let index = 0; index < 30; index++)
    rememberAnswer(storage, `topic ${index}`, { name: 'Fox' })
  expect(appOfSession(storage, 'topic 0')).toBeUndefined()
  expect(appOfSession(storage, 'topic 29')?.name).toBe('Fox')
})
