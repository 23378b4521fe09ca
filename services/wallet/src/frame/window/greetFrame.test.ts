import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { greetFrame } from './greetFrame.ts'

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

type Heard = { data: unknown; to: string }
/** A window or frame, and what it is posted; `foreign`: its location may not be read. */
function other({ foreign = true, frames = [] as object[] } = {}) {
  const heard: Heard[] = []
  const view = {
    ...frames,
    length: frames.length,
    postMessage: (data: unknown, to: string) => void heard.push({ data, to }),
  }
  const location = foreign
    ? {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      }
    : { value: { origin } }
  return Object.assign(Object.defineProperty(view, 'location', location), { heard })
}

/** The wallet's window, opened by another one. */
function start(opener: object | null) {
  const page = new EventTarget()
  // what greeting uses
  const view = Object.assign(page, { location: { origin }, opener }) as unknown as Window
  const say = (
    data: unknown,
    {
      from = origin,
      ports = [new MessageChannel().port1],
    }: { from?: string; ports?: MessagePort[] } = {},
  ) => void page.dispatchEvent(Object.assign(new Event('message'), { origin: from, data, ports }))
  return { view, say }
}

test('greets the frames of the page that opened it, to the wallet’s own origin alone, and never the page itself', async () => {
  const frames = [other(), other({ foreign: false })]
  const opener = other({ frames })
  const { view, say } = start(opener)
  const greeting = greetFrame(view, id)
  expect(frames.map(({ heard }) => heard)).toEqual(
    [1, 2].map(() => [
      { data: { type: '@latchkey/window-hello', id, page: expect.any(String) }, to: origin },
    ]),
  )
  expect(opener.heard).toEqual([])
  const { port1 } = new MessageChannel()
  say(welcome, { ports: [port1] })
  await vi.advanceTimersByTimeAsync(250)
  expect(await greeting).toEqual({ welcome, port: port1 })
})

test('greets the frame itself, where that has opened the window', async () => {
  const beside = other()
  const opener = other({ foreign: false, frames: [beside] })
  const { view, say } = start(opener)
  const greeting = greetFrame(view, id)
  expect([opener.heard.length, beside.heard.length]).toEqual([1, 0])
  say(welcome)
  expect(await greeting).toMatchObject({ welcome: { id } })
})

test('greets again while the frame is loading, and gives up in the end', async () => {
  const frame = other()
  const { view } = start(other({ frames: [frame] }))
  const greeting = greetFrame(view, id)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([frame.heard.length, await greeting]).toEqual([5, undefined])
})

test.each([
  ['opened by nobody', null, id],
  ['without an id', other(), ''],
])('a window %s greets none', async (_, opener, given) => {
  expect(await greetFrame(start(opener).view, given)).toBeUndefined()
})

test.each([
  ['of another origin', welcome, { from: 'https://shop.example' }],
  ['of an opaque origin', welcome, { from: 'null' }],
  ['without a port', welcome, { ports: [] }],
  ['for another window', { ...welcome, id: 'bb1b1b1b-7d8b-4f1b-9d6e-0a9b1c2d3e4f' }, {}],
  ['without a site', { ...welcome, site: undefined }, {}],
  ['with entries that are none', { ...welcome, entries: [[1, '0x1']] }, {}],
  ['that is only a hello', { type: '@latchkey/window-hello', id }, {}],
  ['that is nothing', undefined, {}],
])('a welcome %s is not heard', async (_, data, options) => {
  const { view, say } = start(other({ frames: [other()] }))
  const greeting = greetFrame(view, id)
  say(data, options)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await greeting).toBeUndefined()
})

test('a page with thousands of frames does not hold it up', () => {
  const frames = Array.from({ length: 2_000 }, () => other())
  void greetFrame(start(other({ frames })).view, id)
  expect(frames.filter(({ heard }) => heard.length > 0).length).toBeLessThanOrEqual(50)
})
