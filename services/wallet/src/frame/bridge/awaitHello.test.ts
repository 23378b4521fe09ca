import { expect, test } from 'vitest'
import { awaitHello } from './awaitHello.ts'
import type { HelloOptions } from './awaitHello.ts'

const site = 'https://shop.example'

/** A window around a frame. It records the messages that it gets, and can post messages. */
function hold(options: Partial<HelloOptions> = {}) {
  const own = new EventTarget()
  const posted: { message: { nonce?: string }; targetOrigin: string | undefined; ports: number }[] =
    []
  const pinned: string[] = []
  // only the members that the handshake uses
  const parent = {
    postMessage: (
      message: { nonce?: string },
      { targetOrigin, transfer }: WindowPostMessageOptions,
    ) => posted.push({ message, targetOrigin, ports: transfer?.length ?? 0 }),
  } as unknown as MessageEventSource
  const end = awaitHello({
    window: own as unknown as Window,
    parent,
    origins: [site],
    onPort: (port, origin) => {
      pinned.push(origin)
      port.close()
    },
    ...options,
  })
  const send = (
    data: unknown,
    { origin = site, source = parent as unknown }: { origin?: string; source?: unknown } = {},
  ) => {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: source })
    own.dispatchEvent(event)
  }
  return { posted, pinned, send, end }
}

const hello = (nonce: string) => ({ type: '@latchkey/hello', nonce })

test('the frame answers a hello from the site with a port, and only to the site’s exact origin', () => {
  const { posted, pinned, send } = hold()
  send(hello('one'))
  expect(posted).toEqual([
    {
      message: {
        type: '@w3m-frame/READY',
        nonce: 'one',
        payload: {
          version: 4,
          approvals: 'page',
          namespaces: ['eip155', 'solana', 'polkadot', 'bip122'],
        },
      },
      targetOrigin: site,
      ports: 1,
    },
  ])
  expect(pinned).toEqual([site])
})

test('the answer to a hello says where visitors approve, by the origin that the browser reports', () => {
  const { posted, send } = hold({
    origins: ['*'],
    approvalsOf: (origin) => (origin === site ? 'page' : 'window'),
  })
  send(hello('one'), { origin: `${site}.evil.example` })
  expect(posted).toMatchObject([{ message: { payload: { approvals: 'window' } } }])
  const own = hold({ approvalsOf: (origin) => (origin === site ? 'page' : 'window') })
  own.send(hello('one'))
  expect(own.posted).toMatchObject([{ message: { payload: { approvals: 'page' } } }])
})

test('a hello from a disallowed or opaque origin, or from a window other than the parent, is ignored', () => {
  const { posted, send } = hold()
  send(hello('one'), { origin: 'https://evil.example' })
  send(hello('two'), { origin: 'null' })
  send(hello('three'), { origin: `${site}.evil.example` })
  send(hello('four'), { source: { postMessage: () => {} } })
  send(hello('five'), { source: null })
  expect(posted).toEqual([])
})

test('a hello from an opaque origin is ignored, even when every origin is allowed', () => {
  const { posted, send } = hold({ origins: ['*'] })
  send(hello('one'), { origin: 'null' })
  expect(posted).toEqual([])
})

test('a hello from a site inside a disallowed page is ignored', () => {
  const { posted, send } = hold({ ancestors: [site, 'https://evil.example'] })
  send(hello('one'))
  expect(posted).toEqual([])
})

test('a message that is not a hello is ignored', () => {
  const { posted, send } = hold()
  for (const data of [
    null,
    'hello',
    {},
    { type: '@latchkey/hello' },
    { type: '@latchkey/hello', nonce: '' },
    { type: '@latchkey/hello', nonce: 'x'.repeat(65) },
    { type: '@latchkey/hello', nonce: 5 },
  ])
    send(data)
  expect(posted).toEqual([])
})

test('a repeated hello is ignored, and a new nonce from the same origin gets another port', () => {
  const { posted, pinned, send } = hold({ origins: ['*'] })
  send(hello('one'))
  send(hello('one'))
  expect(posted).toHaveLength(1)
  send(hello('two'), { origin: 'https://other.example' })
  expect(posted).toHaveLength(1)
  send(hello('two'))
  expect(posted.map(({ message, targetOrigin }) => [message.nonce, targetOrigin])).toEqual([
    ['one', site],
    ['two', site],
  ])
  expect(pinned).toEqual([site, site])
})

test('after `end`, a hello is ignored', () => {
  const { posted, send, end } = hold()
  end()
  send(hello('one'))
  expect(posted).toEqual([])
})
