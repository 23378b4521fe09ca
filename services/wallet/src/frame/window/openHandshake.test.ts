import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openHandshake } from './openHandshake.ts'

const origin = 'https://wallet.example'
const id = '6f0f6c0e-7d8b-4f1b-9d6e-0a9b1c2d3e4f'
const welcome = {
  type: '@latchkey/window-welcome',
  id,
  site: { origin: 'https://shop.example' },
  tags: ['en'],
  theme: {},
  entries: [['current', '0x1']],
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('location', { origin })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Received = { data: unknown; to: string }
/**
 * A window or frame that records the messages that it gets. `foreign`: its location can't be
 * read.
 */
function openFrame({ foreign = true, frames = [] as object[] } = {}) {
  const received: Received[] = []
  const view = {
    ...frames,
    length: frames.length,
    postMessage: (data: unknown, to: string) => void received.push({ data, to }),
  }
  const location = foreign
    ? {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      }
    : { value: { origin } }
  return Object.assign(Object.defineProperty(view, 'location', location), { heard: received })
}

/** The wallet's window with its opener. */
function start(opener: object | null) {
  const page = new EventTarget()
  // only the members that the handshake uses
  const view = Object.assign(page, { location: { origin }, opener }) as unknown as Window
  const send = (
    data: unknown,
    {
      from = origin,
      ports = [new MessageChannel().port1],
    }: { from?: string; ports?: MessagePort[] } = {},
  ) => void page.dispatchEvent(Object.assign(new Event('message'), { origin: from, data, ports }))
  return { view, say: send }
}

test('the handshake sends its hello to the frames of the opener at the wallet’s origin, and not to the opener', async () => {
  const frames = [openFrame(), openFrame({ foreign: false })]
  const opener = openFrame({ frames })
  const { view, say: send } = start(opener)
  const handshake = openHandshake(view, id)
  expect(frames.map(({ heard: received }) => received)).toEqual(
    [1, 2].map(() => [
      { data: { type: '@latchkey/window-hello', id, page: expect.any(String) }, to: origin },
    ]),
  )
  expect(opener.heard).toEqual([])
  const { port1 } = new MessageChannel()
  send(welcome, { ports: [port1] })
  await vi.advanceTimersByTimeAsync(250)
  expect(await handshake).toEqual({ welcome, port: port1 })
})

test('when a frame opened the window, the handshake sends its hello to that frame', async () => {
  const secondWindow = openFrame()
  const opener = openFrame({ foreign: false, frames: [secondWindow] })
  const { view, say: send } = start(opener)
  const handshake = openHandshake(view, id)
  expect([opener.heard.length, secondWindow.heard.length]).toEqual([1, 0])
  send(welcome)
  expect(await handshake).toMatchObject({ welcome: { id } })
})

test('the handshake repeats its hello, and returns undefined after 10 s', async () => {
  const frame = openFrame()
  const { view } = start(openFrame({ frames: [frame] }))
  const handshake = openHandshake(view, id)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([frame.heard.length, await handshake]).toEqual([5, undefined])
})

test.each([
  ['without an opener', null, id],
  ['without an id', openFrame(), ''],
])('a window %s sends no hello', async (_, opener, given) => {
  expect(await openHandshake(start(opener).view, given)).toBeUndefined()
})

test.each([
  ['of another origin', welcome, { from: 'https://shop.example' }],
  ['of an opaque origin', welcome, { from: 'null' }],
  ['without a port', welcome, { ports: [] }],
  ['for another window', { ...welcome, id: 'bb1b1b1b-7d8b-4f1b-9d6e-0a9b1c2d3e4f' }, {}],
  ['without a site', { ...welcome, site: undefined }, {}],
  ['with invalid entries', { ...welcome, entries: [[1, '0x1']] }, {}],
  ['of the type hello', { type: '@latchkey/window-hello', id }, {}],
  ['without data', undefined, {}],
])('a welcome %s is ignored', async (_, data, options) => {
  const { view, say: send } = start(openFrame({ frames: [openFrame()] }))
  const handshake = openHandshake(view, id)
  send(data, options)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await handshake).toBeUndefined()
})

test('the handshake sends its hello to at most 50 frames', () => {
  const frames = Array.from({ length: 2_000 }, () => openFrame())
  void openHandshake(start(openFrame({ frames })).view, id)
  expect(frames.filter(({ heard: received }) => received.length > 0).length).toBeLessThanOrEqual(50)
})
