import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import type { Request } from '../bridge/servePort.ts'
import type { Scene } from '../stage/createStage.ts'
import { makeDevice } from '../device/openDevice.ts'
import { createStage } from '../stage/createStage.ts'
import { createTestStore } from '../testing/createTestStore.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { createFrameLanguage } from '../words/createFrameLanguage.ts'
import { createWindowClient } from './createWindowClient.ts'
import type { WindowWelcome } from './wire.ts'

const origin = 'https://wallet.example'
const shop = 'https://shop.example'
afterEach(() => vi.useRealTimers())

type Posted = { type: string; id: string; payload?: unknown }

/**
 * The wallet's window from the frame's side: it sends a hello with an id, and gets a welcome
 * and a port.
 */
function openView({ isFrame = false } = {}) {
  const welcomes: WindowWelcome[] = []
  const received: Posted[] = []
  const state: {
    closed: boolean
    focused: number
    port?: MessagePort | undefined
    target?: string | undefined
  } = { closed: false, focused: 0 }
  const view = {
    get closed() {
      return state.closed
    },
    focus: () => void (state.focused += 1),
    postMessage(
      message: WindowWelcome,
      { targetOrigin, transfer }: { targetOrigin: string; transfer: MessagePort[] },
    ) {
      welcomes.push(message)
      const [port] = transfer
      Object.assign(state, { target: targetOrigin, port })
      // the client's messages
      port?.addEventListener('message', ({ data }) => received.push(data as Posted))
      port?.start()
    },
  }
  Object.assign(view, { top: isFrame ? {} : view })
  onTestFinished(() => state.port?.close())
  return { view, welcomes, received, state }
}

/**
 * A frame in the page of the shop. `hello` sends the hello of a window; `ask` makes a request
 * that needs the visitor.
 */
function start() {
  const page = new EventTarget()
  const opened: string[] = []
  let isBlocked = false
  vi.stubGlobal(
    'window',
    Object.assign(page, {
      open: (address: string) => (opened.push(address), isBlocked ? null : {}),
    }),
  )
  vi.stubGlobal('location', {
    origin,
    search: '?projectId=shop',
    href: `${origin}/frame?projectId=shop`,
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const [store, stage] = [createTestStore(), createStage()]
  const events: { type: string; payload: { id?: string } }[] = []
  const forgotten = { times: 0 }
  const wallet = {
    store,
    site: { origin: shop, name: 'Shop' },
    stage,
    device: {},
    theme: { themeMode: 'dark' },
    language: createFrameLanguage(['en']),
    session: { forget: () => void (forgotten.times += 1) },
    notify: (event: (typeof events)[number]) => void events.push(event),
  } as unknown as Wallet // only the parts that the client uses
  const client = createWindowClient(wallet)
  const id = () => events.findLast(({ type }) => type === '@w3m-frame/WINDOW')?.payload.id ?? 'none'
  const hello = (
    source: unknown,
    data: object = { type: '@latchkey/window-hello', id: id(), page: crypto.randomUUID() },
    from = origin,
  ) => void page.dispatchEvent(Object.assign(new Event('message'), { origin: from, source, data }))
  let last = 0
  function ask(name = 'RPC_REQUEST', payload: unknown = { method: 'personal_sign' }) {
    const controller = new AbortController()
    const request = {
      id: `request-${(last += 1)}`,
      signal: controller.signal,
      wait: vi.fn<() => void>(),
    } satisfies Request
    const outcome = client.ask(name, payload, request).then(
      (result) => ({ result }),
      (error: { code?: unknown; message: string }) => ({ code: error.code ?? error.message }),
    )
    return { ...request, controller, outcome }
  }
  /** A window after the handshake. */
  async function connect() {
    const other = openView()
    hello(other.view)
    await vi.waitUntil(() => other.state.port)
    return other
  }
  return {
    client,
    wallet,
    store,
    stage,
    events,
    opened,
    forgotten,
    page,
    id,
    hello,
    ask,
    connect,
    block: () => (isBlocked = true),
  }
}
const answer = (
  { state }: ReturnType<typeof openView>,
  { id }: Pick<Request, 'id'>,
  payload: unknown,
  name = 'RPC_REQUEST_SUCCESS',
) => state.port?.postMessage({ type: `@w3m-frame/${name}`, id, payload })
const openScenes = (scenes: readonly Scene[]) => scenes.length

test('the first request opens one window and one card, and the window gets all pending requests', async () => {
  const { ask, events, stage, connect, id, client } = start()
  const requests = [ask(), ask('GET_USER', {}), ask()]
  expect(events.map(({ type }) => type)).toEqual(['@w3m-frame/WINDOW'])
  expect([openScenes(stage.scenes()), client.isOpen()]).toEqual([1, false])
  const other = await connect()
  await vi.waitUntil(() => other.received.length === 3)
  expect(other.received.map(({ type }) => type)).toEqual([
    '@w3m-app/RPC_REQUEST',
    '@w3m-app/GET_USER',
    '@w3m-app/RPC_REQUEST',
  ])
  expect(other.received.map((one) => one.id)).toEqual(requests.map((one) => one.id))
  expect([other.state.target, other.welcomes[0]]).toMatchObject([
    origin,
    { id: id(), site: { origin: shop, name: 'Shop' }, theme: { themeMode: 'dark' }, tags: ['en'] },
  ])
  const late = ask()
  await vi.waitUntil(() => other.received.length === 4)
  expect([events.length, client.isOpen(), late.wait.mock.calls.length]).toEqual([1, true, 1])
})

test('each answer settles its own request, and the last answer closes the card', async () => {
  const { ask, connect, stage, client } = start()
  const [first, second, third] = [ask(), ask(), ask('CONNECT_WINDOW', undefined)]
  const other = await connect()
  answer(other, second, '0xabc')
  answer(other, first, { code: 4001, message: 'User rejected' }, 'RPC_REQUEST_ERROR')
  expect([await first.outcome, await second.outcome]).toEqual([{ code: 4001 }, { result: '0xabc' }])
  expect(openScenes(stage.scenes())).toBe(1)
  answer(other, third, 'of another method')
  answer(other, third, { action: 'CONNECT' }, 'CONNECT_WINDOW_SUCCESS')
  expect(await third.outcome).toEqual({ result: { action: 'CONNECT' } })
  expect([openScenes(stage.scenes()), client.isOpen()]).toEqual([0, false])
})

test('the site gets the id of the pending request, and of the request that continues in this tab', () => {
  const { ask, client, events, id } = start()
  client.goHere() // no request is pending
  expect(events).toEqual([])
  ask()
  ask()
  client.goHere()
  expect(events.map(({ payload }) => payload)).toEqual([
    { id: id(), request: 'request-1' },
    { id: id(), request: 'request-1', here: true },
  ])
})

test('an error in an unknown form becomes `somethingWrong`', async () => {
  const { ask, connect } = start()
  const requests = ask()
  answer(await connect(), requests, { secret: 'of the window' }, 'RPC_REQUEST_ERROR')
  expect(await requests.outcome).toEqual({ code: 'somethingWrong' })
})

test('only a top-level window of the wallet’s origin with the right ID gets a welcome', async () => {
  const { ask, hello, id, events } = start()
  const early = openView()
  hello(early.view, {
    type: '@latchkey/window-hello',
    id: crypto.randomUUID(),
    page: crypto.randomUUID(),
  }) // there was no request
  ask()
  const [foreign, framed, untrusted, odd] = [
    openView(),
    openView({ isFrame: true }),
    openView(),
    openView(),
  ]
  for (const from of [
    shop,
    'https://wallet.example.evil.example',
    'null',
    'http://wallet.example',
    '',
  ])
    hello(
      foreign.view,
      { type: '@latchkey/window-hello', id: id(), page: crypto.randomUUID() },
      from,
    )
  hello(framed.view)
  hello(null)
  hello(new MessageChannel().port1)
  for (const wrong of [crypto.randomUUID(), '', 'none'])
    hello(untrusted.view, { type: '@latchkey/window-hello', id: wrong, page: crypto.randomUUID() })
  for (const data of [
    { id: id() },
    { type: '@latchkey/hello', id: id() },
    { type: '@latchkey/window-hello', id: [id()], page: crypto.randomUUID() },
  ])
    hello(odd.view, data)
  const good = openView()
  hello(good.view)
  await vi.waitUntil(() => good.state.port)
  expect([early, foreign, framed, untrusted, odd].flatMap(({ welcomes }) => welcomes)).toEqual([])
  expect(events).toHaveLength(1)
})

test('a window that reloads gets its requests again, and its old port is ignored', async () => {
  const { ask, hello, connect } = start()
  const requests = ask()
  const other = await connect()
  await vi.waitUntil(() => other.received.length === 1)
  const before = other.state.port
  hello(other.view)
  await vi.waitUntil(() => other.welcomes.length === 2)
  await vi.waitUntil(() => other.received.length === 2)
  expect(other.received.map(({ id }) => id)).toEqual([requests.id, requests.id])
  before?.postMessage(
    { type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: requests.id, payload: 'of the page before' },
    [],
  )
  answer(other, requests, 'of the new one')
  expect(await requests.outcome).toEqual({ result: 'of the new one' })
})

test('the welcome contains only entries of the login and of this site', async () => {
  const { ask, store, connect } = start()
  for (const [name, value] of [
    ['current', '0x1'],
    [`consent:${shop}`, 'ann'],
    ['consent:https://evil.example', 'ben'],
    ['network', 'eip155:1'],
  ] as const)
    store.stored.set(name, value)
  ask()
  expect((await connect()).welcomes[0]?.entries).toEqual([
    [`consent:${shop}`, 'ann'],
    ['current', '0x1'],
  ])
})

test('after signing out, the welcome has `hasLeft` until the window ends the login', async () => {
  const { ask, store, connect, hello } = start()
  store.stored.set('leaving', true)
  const requests = ask()
  const other = await connect()
  hello(other.view)
  await vi.waitUntil(() => other.welcomes.length === 2)
  expect(other.welcomes.map(({ hasLeft }) => hasLeft)).toEqual([true, true])
  other.state.port?.postMessage({ type: '@latchkey/window-left' })
  answer(other, requests, null)
  await requests.outcome
  expect(store.stored.has('leaving')).toBe(false)
  ask()
  expect((await connect()).welcomes[0]?.hasLeft).toBe(false)
})

test('changes are stored before their request is answered, and entries of other sites are ignored', async () => {
  const { ask, store, connect, wallet, forgotten } = start()
  const requests = ask()
  const seen = requests.outcome.then(() => [...store.stored.keys()].toSorted())
  const { set } = store
  store.set = async (name, value) => {
    await new Promise((resolve) => setTimeout(resolve, 5)) // a slow disk
    return set(name, value)
  }
  const other = await connect()
  const device = await makeDevice()
  other.state.port?.postMessage({
    type: '@latchkey/window-changed',
    entries: [
      ['device', device],
      ['current', '0x1'],
      ['consent:https://evil.example', 'ann'],
    ],
  })
  answer(other, requests, '0xabc')
  expect(await seen).toEqual(['borrowed', 'current', 'device'])
  expect([await crypto.subtle.exportKey('jwk', wallet.device.publicKey), forgotten.times]).toEqual([
    await crypto.subtle.exportKey('jwk', device.publicKey),
    1,
  ])
})

test('a storage error does not fail the request', async () => {
  const { ask, store, connect } = start()
  store.set = () => Promise.reject(fault('storageBlocked'))
  const requests = ask()
  const other = await connect()
  other.state.port?.postMessage({ type: '@latchkey/window-changed', entries: [['current', '0x1']] })
  answer(other, requests, '0xabc')
  expect(await requests.outcome).toEqual({ result: '0xabc' })
})

test('closing the window rejects all pending requests, and the next request opens a new window', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
  const { ask, hello, stage, events, id } = start()
  const requests = [ask(), ask()]
  const other = openView()
  hello(other.view)
  await vi.advanceTimersByTimeAsync(1_000)
  const before = id()
  other.state.closed = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await Promise.all(requests.map(({ outcome }) => outcome))).toEqual([
    { code: 4001 },
    { code: 4001 },
  ])
  expect(openScenes(stage.scenes())).toBe(0)
  ask()
  expect([events.length, id() !== before]).toEqual([2, true])
})

test('a window that loads another page does not count as closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
  const { ask, hello } = start()
  const requests = ask()
  const other = openView()
  hello(other.view)
  await vi.advanceTimersByTimeAsync(300)
  other.state.closed = true
  await vi.advanceTimersByTimeAsync(250)
  other.state.closed = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await Promise.race([requests.outcome, 'waits'])).toBe('waits')
})

test('closing the card rejects all pending requests', async () => {
  const { ask, stage, client } = start()
  const requests = [ask(), ask()]
  stage.scenes()[0]?.refuse()
  expect(await Promise.all(requests.map(({ outcome }) => outcome))).toEqual([
    { code: 4001 },
    { code: 4001 },
  ])
  expect([openScenes(stage.scenes()), client.isOpen()]).toEqual([0, false])
})

test('a request that the site aborts is aborted in the window, and other requests continue', async () => {
  const { ask, connect, stage } = start()
  const [first, second] = [ask(), ask()]
  const other = await connect()
  await vi.waitUntil(() => other.received.length === 2)
  first.controller.abort(fault('requestAborted'))
  expect(await first.outcome).toEqual({ code: 'requestAborted' })
  await vi.waitUntil(() => other.received.length === 3)
  expect(other.received[2]).toMatchObject({ type: '@w3m-app/RPC_ABORT', payload: { id: first.id } })
  answer(other, second, '0xabc')
  expect([await second.outcome, openScenes(stage.scenes())]).toEqual([{ result: '0xabc' }, 0])
})

test('a request that is already aborted opens no window', async () => {
  const { client, events } = start()
  await expect(
    client.ask(
      'RPC_REQUEST',
      {},
      { id: '1', signal: AbortSignal.abort(fault('requestAborted')), wait() {} },
    ),
  ).rejects.toMatchObject({ code: 'requestAborted' })
  expect(events).toEqual([])
})

test('the button of the card opens the window or focuses it, and returns false when the browser blocks it', async () => {
  const { client, ask, opened, id, connect, block } = start()
  expect([client.show(), opened]).toEqual([true, []])
  ask()
  client.show()
  expect(opened).toEqual([`${origin}/window?projectId=shop&id=${id()}`])
  block()
  expect(client.show()).toBe(false)
  const other = await connect()
  expect([client.show(), other.state.focused, opened.length]).toEqual([true, 1, 2])
})

test('the window can send the event CHANGED, but no other event', async () => {
  const { ask, connect, events } = start()
  const requests = ask()
  const { state, ...other } = await connect()
  for (const event of [
    { type: '@w3m-frame/SHOW', payload: { height: 1, title: 'x' } },
    { type: '@w3m-frame/WINDOW', payload: { id: crypto.randomUUID() } },
    { type: '@w3m-frame/HIDE' },
    { type: '@w3m-frame/CHANGED', payload: { isConnected: false } },
  ])
    state.port?.postMessage(event)
  answer({ state, ...other }, requests, null)
  await requests.outcome
  expect(events.slice(1).map(({ type }) => type)).toEqual(['@w3m-frame/CHANGED'])
})

test('after CHANGED, the frame forgets its cached user', async () => {
  const { ask, connect, events, forgotten } = start()
  const requests = ask()
  const { state, ...other } = await connect()
  state.port?.postMessage({ type: '@w3m-frame/CHANGED', payload: { isConnected: true } })
  answer({ state, ...other }, requests, null)
  await requests.outcome
  expect([events.at(-1)?.type, forgotten.times]).toEqual(['@w3m-frame/CHANGED', 1])
})

test('a request that cannot be cloned is rejected, and other requests continue', async () => {
  const { ask, connect } = start()
  const { port1 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const [stuck, plain] = [ask('RPC_REQUEST', { method: 'personal_sign', params: [port1] }), ask()]
  expect(await stuck.outcome).toEqual({ code: -32600 })
  const other = await connect()
  await vi.waitUntil(() => other.received.length === 1)
  expect(other.received.map(({ id }) => id)).toEqual([plain.id])
})
