import { createConnector } from '@wagmi/core'
import { baseAccount, safe } from '@wagmi/connectors'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  deafChains,
  networkOf,
  reasonOf,
  startTestKit,
  startTestWallet,
} from '../../session/startTestKit.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { wagmiConnectors } from './wagmi.ts'
import type { WagmiConnectors } from './wagmi.ts'
import { contextOf } from '../../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
  Object.assign(page, { parent: page }) // the page is in no frame
})

const made = (id: string, parts: object = {}) =>
  createConnector(() => ({
    id,
    name: `\u202E${id}`,
    type: id,
    icon: 'https://tracker.invalid/icon.png',
    connect: async () => ({ accounts: [first] as never, chainId: 31337 }),
    disconnect: async () => {},
    getAccounts: async () => [first] as const,
    getChainId: async () => 31337,
    isAuthorized: async () => true,
    getProvider: async () => ({}),
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
    ...parts,
  }))

function start(connectors: WagmiConnectors, options: Parameters<typeof startTestKit>[0] = {}) {
  const started = startTestKit({ sources: [wagmiConnectors(connectors)], ...options })
  const prepare = () =>
    contextOf(started.kit)
      .sources.all()
      .forEach((source) => source.prepare())
  return { ...started, prepare, ids: () => started.kit.getState().connectors.map(({ id }) => id) }
}

test('connectors are loaded once, when first needed, and their names and icons are cleaned', async () => {
  const load = vi.fn<() => Promise<ReturnType<typeof made>[]>>(async () => [made('one')])
  const { prepare, until, kit } = start(load)
  expect(load).not.toHaveBeenCalled()
  prepare()
  prepare()
  expect((await until(({ connectors }) => connectors.length > 0)).connectors).toEqual([
    { id: 'one', name: 'one', icon: undefined, namespace: 'eip155', type: 'external' },
  ])
  prepare()
  expect(load).toHaveBeenCalledTimes(1)
  expect(await kit.connect({ connectorId: 'one' })).toMatchObject({
    address: first,
    connectorId: 'one',
  })
})

test('connectors are listed after the wallets of the page; a wallet in both is listed once', async () => {
  startTestWallet({ rdns: 'two' })
  const { prepare, until, ids } = start([made('one'), made('two')])
  prepare()
  await until(({ connectors }) => connectors.length > 1)
  expect(ids()).toEqual(['two', 'one'])
})

test('the next visit restores the connection to a wagmi connector', async () => {
  const visit = start([made('one')])
  visit.prepare()
  await visit.until(({ connectors }) => connectors.length > 0)
  await visit.kit.connect({ connectorId: 'one' })
  visit.stop()
  const next = start([made('one')], { storage: visit.storage })
  next.clock.advance(50)
  expect((await next.until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: 'one' },
  })
})

test('if loading the connectors fails, the error is reported, and `prepare` loads them again', async () => {
  const reported: unknown[] = []
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'reportError'))
  let isBroken = true
  const { prepare, until, ids } = start(async () => {
    if (isBroken) throw new Error('gone')
    return [made('one')]
  })
  startTestWallet({ rdns: 'two' })
  prepare()
  await expect.poll(() => reported.length).toBe(1)
  expect(reported[0]).toMatchObject({
    code: 'optionInvalid',
    message: expect.stringContaining('Option "connectors" could not be loaded') as string,
    cause: { message: 'gone' },
  })
  expect(ids()).toEqual(['two'])
  isBroken = false
  prepare()
  await until(({ connectors }) => connectors.some(({ id }) => id === 'one'))
})

test('a wallet whose package is missing fails with `packageMissing`', async () => {
  const { kit, prepare, until } = start([baseAccount()])
  prepare()
  expect((await until(({ connectors }) => connectors.length > 0)).connectors).toMatchObject([
    { id: 'baseAccount', name: 'Base Account', type: 'external' },
  ])
  expect(await reasonOf(kit.connect({ connectorId: 'baseAccount' }))).toMatchObject({
    code: 'packageMissing',
    details: expect.stringContaining('@base-org/account') as string,
  })
})

test('outside a Safe, connecting the Safe connector fails with `providerDisconnected`', async () => {
  const { kit, prepare, until, session } = start([safe()])
  prepare()
  await until(({ connectors }) => connectors.length > 0)
  expect(session()?.status ?? 'disconnected').toBe('disconnected')
  expect(await reasonOf(kit.connect({ connectorId: 'safe' }))).toMatchObject({
    code: 'providerDisconnected',
  })
})

/**
 * Simulates a Safe that shows the page in its frame, and answers the page's requests by
 * `postMessage`. Source: safe-apps-sdk
 */
function startSafe(isThere = true) {
  const parent = {
    postMessage({ id, method }: { id: string; method: string }) {
      if (!isThere) return
      const answers: Record<string, unknown> = {
        getSafeInfo: {
          safeAddress: first,
          chainId: 31337,
          owners: [first],
          threshold: 1,
          isReadOnly: false,
        },
      }
      queueMicrotask(() =>
        page.dispatchEvent(
          Object.assign(new Event('message'), {
            source: parent,
            origin: 'https://safe.example.org',
            data: { id, success: true, version: '9.1.0', data: answers[method] },
          }),
        ),
      )
    },
  }
  Object.assign(page, { parent, crypto })
}

test('inside a Safe, the visitor is connected automatically once, and not again after a disconnect', async () => {
  startSafe()
  const { kit, until, states, prepare } = start(
    async () => [safe({ unstable_getInfoTimeout: 5_000 })],
    { networks: [networkOf(deafChains[0])] },
  )
  expect(
    (await until(({ sessions }) => sessions.eip155?.status === 'connected')).sessions.eip155,
  ).toMatchObject({
    current: { connectorId: 'safe', accounts: [{ address: first }], networkId: 'eip155:31337' },
  })
  expect(states.map(({ sessions }) => sessions.eip155?.status)).toContain('connecting')
  await kit.disconnect()
  prepare()
  await new Promise((resolve) => setImmediate(resolve)) // any connect would have begun by now
  expect(kit.getState().sessions.eip155).toEqual({ status: 'disconnected' })
})

test('in a frame that is no Safe, no wallet is connected automatically, and the visitor can choose one', async () => {
  startSafe(false)
  const { until, kit } = start([safe()])
  await until(({ sessions }) => sessions.eip155?.status === 'connecting')
  expect(
    (await until(({ sessions }) => sessions.eip155?.status === 'disconnected')).connectors.map(
      ({ id }) => id,
    ),
  ).toEqual(['safe'])
  startTestWallet({ rdns: 'two' })
  expect(await kit.connect({ connectorId: 'two' })).toMatchObject({ connectorId: 'two' })
})

test('inside a Safe that the site excludes, no wallet is connected automatically', async () => {
  for (const excluded of ['SAFE', 'safe']) {
    startSafe()
    const { until, session, prepare, clock } = start([made('safe', { name: 'Safe' })], {
      excludeWalletIds: [excluded],
    })
    prepare()
    await until(({ connectors }) => connectors.length > 0)
    clock.advance(20_000)
    await new Promise((resolve) => setImmediate(resolve)) // any connect would have begun by now
    expect(session()?.status ?? 'disconnected').toBe('disconnected')
  }
})

test('a wallet that refuses the network chosen before connecting is connected on its own network', async () => {
  const connect = vi.fn<(parameters?: { chainId?: number }) => Promise<object>>(
    async ({ chainId } = {}) => {
      // as in wagmi's own connectors, a refused network makes `connect` fail
      if (chainId) throw Object.assign(new Error('no'), { code: 4001 })
      return { accounts: [first], chainId: 31337 }
    },
  )
  const switchChain = vi.fn<() => Promise<never>>(async () =>
    Promise.reject(Object.assign(new Error('no'), { code: 4001 })),
  )
  const { prepare, until, kit } = start([made('one', { connect, switchChain })])
  prepare()
  await until(({ connectors }) => connectors.length > 0)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await kit.connect({ connectorId: 'one' })).toMatchObject({ networkId: 'eip155:31337' })
  expect(switchChain).toHaveBeenCalledTimes(1)
})

test('an abort while the wallet decides on the network disconnects the wallet', async () => {
  const disconnect = vi.fn<() => Promise<void>>(async () => {})
  const switchChain = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
  const { prepare, until, kit, session } = start([made('one', { disconnect, switchChain })])
  prepare()
  await until(({ connectors }) => connectors.length > 0)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  const controller = new AbortController()
  const connecting = reasonOf(kit.connect({ connectorId: 'one', signal: controller.signal }))
  await vi.waitFor(() => expect(switchChain).toHaveBeenCalled())
  controller.abort()
  expect(await connecting).toMatchObject({ code: 'requestAborted' })
  await vi.waitFor(() => expect(disconnect).toHaveBeenCalled())
  expect(session()).toEqual({ status: 'disconnected' })
})

test('if a wallet disconnects and refuses the network, the connection fails with `answerInvalid`', async () => {
  let refuse: (error: Error) => void = () => {}
  let accounts = [first]
  const switchChain = vi.fn<() => Promise<never>>(
    () => new Promise((_, reject) => (refuse = reject)),
  )
  const { prepare, until, kit, session } = start([
    made('one', { switchChain, getAccounts: async () => accounts }),
  ])
  prepare()
  await until(({ connectors }) => connectors.length > 0)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  const connecting = reasonOf(kit.connect({ connectorId: 'one' }))
  await vi.waitFor(() => expect(switchChain).toHaveBeenCalled())
  accounts = []
  refuse(Object.assign(new Error('no'), { code: 4001 }))
  expect(await connecting).toMatchObject({ code: 'answerInvalid' })
  expect(session()).toEqual({ status: 'disconnected' })
})
