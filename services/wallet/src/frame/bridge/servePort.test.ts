import { frameRequests, frameVersion } from '@latchkey/protocol/frame/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fault } from './Fault.ts'
import { servePort } from './servePort.ts'
import type { Answerer } from './servePort.ts'

type Answer = { type: string; id: string; payload: unknown }

/** A served port, and the answers that it has sent. */
function serve(answerer: Answerer) {
  const { port1, port2 } = new MessageChannel()
  const answers: Answer[] = []
  port2.addEventListener('message', ({ data }) => answers.push(data))
  port2.start()
  const served = servePort(port1, answerer)
  const close = () => {
    served.close()
    port2.close()
  }
  return { answers, served, close, post: (message: unknown) => port2.postMessage(message) }
}

const echo: Answerer = (name) => (name === 'ECHO' ? async (payload) => payload : undefined)
const request = (name: string, id: string, payload?: unknown) => ({
  type: `@w3m-app/${name}`,
  id,
  payload,
})

test('every generated message gets exactly one answer', async () => {
  const part = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.bigInt(),
    fc.object(),
  )
  const message = fc.oneof(
    part,
    fc.record(
      {
        type: fc.oneof(
          part,
          fc.constantFrom(
            '@w3m-app/ECHO',
            '@w3m-app/__proto__',
            '@w3m-app/constructor',
            '@w3m-frame/ECHO_SUCCESS',
          ),
        ),
        id: fc.oneof(part, fc.uuid()),
        payload: part,
      },
      { requiredKeys: [] },
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
      const { answers, post, close } = serve(echo)
      messages.forEach(post)
      await expect.poll(() => answers.length).toBe(messages.length)
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(answers).toHaveLength(messages.length)
      for (const { type, id } of answers) {
        expect(type).toMatch(/^@w3m-frame\/[A-Z_]+_(SUCCESS|ERROR)$/)
        expect(id.length).toBeGreaterThan(0)
      }
      close()
    }),
    { numRuns: 40 },
  )
})

test('an unknown request is rejected with -32601', async () => {
  const { answers, post, close } = serve(echo)
  post(request('MAKE_COFFEE', '1'))
  await expect
    .poll(() => answers)
    .toEqual([
      {
        type: '@w3m-frame/MAKE_COFFEE_ERROR',
        id: '1',
        payload: { message: 'The wallet does not know this request.', code: -32601 },
      },
    ])
  close()
})

test('a request of another version is rejected with -32006, whatever its other contents', async () => {
  const { answers, post, close } = serve(echo)
  post({ ...request('ECHO', 'same', 1), v: frameVersion })
  post({ ...request('ECHO', 'later', 1), v: frameVersion + 1 })
  post({ ...request('ECHO', 'earlier', 1), v: frameVersion - 1 })
  post({ type: '@w3m-app/A_NEW_KIND_OF_NAME', id: 'changed', v: frameVersion + 1, payload: 1 })
  post({ type: 5, id: 'other', v: 99 })
  await expect
    .poll(() => answers)
    .toEqual([
      { type: '@w3m-frame/ECHO_SUCCESS', id: 'same', payload: 1 },
      ...[
        ['ECHO', 'later'],
        ['ECHO', 'earlier'],
        ['A_NEW_KIND_OF_NAME', 'changed'],
        ['REQUEST', 'other'],
      ].map(([name, id]) => ({
        type: `@w3m-frame/${name}_ERROR`,
        id,
        payload: {
          message: 'The wallet does not speak this version of its protocol.',
          code: -32006,
        },
      })),
    ])
  close()
})

test('a message that is too long, or not JSON, is rejected', async () => {
  const { answers, post, close } = serve(echo)
  post(request('ECHO', 'long', 'a'.repeat(300_000)))
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  post(request('ECHO', 'cycle', cycle))
  await expect
    .poll(() => answers.map(({ type, id }) => `${type} ${id}`))
    .toEqual(['@w3m-frame/ECHO_ERROR long', '@w3m-frame/ECHO_ERROR cycle'])
  close()
})

test('too many open requests, and a second request with an open id, are rejected', async () => {
  const { answers, post, close } = serve(() => () => new Promise(() => {}))
  post(request('WAIT', 'twice'))
  post(request('WAIT', 'twice'))
  for (let index = 1; index <= frameRequests; index++) post(request('WAIT', `id-${index}`))
  await expect.poll(() => answers.map(({ id }) => id)).toEqual(['twice', `id-${frameRequests}`])
  close()
})

test('a flood of rejected messages does not delay a later request, and each message is answered once', async () => {
  for (const flooding of [
    request('MAKE_COFFEE', 'flood'),
    { ...request('ECHO', 'flood'), v: frameVersion + 1 },
    ['no request'],
    request('ECHO', 'flood', 'a'.repeat(300_000)),
  ]) {
    const { answers, post, close } = serve(echo)
    const isRefused = ({ type }: Answer) => type.endsWith('_ERROR')
    for (let count = 0; count < 300; count++) post(flooding)
    post(request('ECHO', 'honest'))
    await expect.poll(() => answers.some(({ id }) => id === 'honest')).toBe(true)
    expect(answers.findIndex(({ id }) => id === 'honest')).toBeLessThanOrEqual(20)
    await expect.poll(() => answers.filter(isRefused).length, { timeout: 5_000 }).toBe(300)
    close()
  }
})

test('an unexpected error is answered without its text', async () => {
  const { answers, post, close } = serve(() => async () => {
    throw new Error('the secret is 42')
  })
  post(request('FAIL', '1'))
  await expect
    .poll(() => answers)
    .toEqual([
      {
        type: '@w3m-frame/FAIL_ERROR',
        id: '1',
        payload: { message: 'Something went wrong', code: 'somethingWrong' },
      },
    ])
  close()
})

test('a result that cannot be posted is answered with an error', async () => {
  const { answers, post, close } = serve(() => async () => () => 'a function')
  post(request('FUNCTION', '1'))
  await expect.poll(() => answers.map(({ type }) => type)).toEqual(['@w3m-frame/FUNCTION_ERROR'])
  close()
})

test('an abort with an id ends that request, and an abort without an id ends the requests that wait for the visitor', async () => {
  const answerer: Answerer = (name) => {
    if (name === 'ABORT')
      return async (payload, _, open) =>
        open.abort(fault('requestAborted'), payload as string | undefined)
    return (_, { signal, wait }) =>
      new Promise((resolve, reject) => {
        if (name === 'ASK') wait()
        signal.addEventListener('abort', () => reject(signal.reason))
        if (name === 'READ') setTimeout(resolve, 50)
      })
  }
  const { answers, post, close } = serve(answerer)
  for (const id of ['a', 'b', 'c']) post(request('ASK', id))
  post(request('READ', 'read'))
  post(request('READ', 'taken'))
  post(request('ABORT', 'd', 'b'))
  post(request('ABORT', 'e', 'taken'))
  await expect.poll(() => answers.map(({ id }) => id).toSorted()).toEqual(['b', 'd', 'e', 'taken'])
  post(request('ABORT', 'f'))
  await expect
    .poll(() => answers.map(({ id, type }) => `${id} ${type.split('_').at(-1)}`).toSorted())
    .toEqual([
      'a ERROR',
      'b ERROR',
      'c ERROR',
      'd SUCCESS',
      'e SUCCESS',
      'f SUCCESS',
      'read SUCCESS',
      'taken ERROR',
    ])
  close()
})
