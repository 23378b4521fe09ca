import { createServer } from 'node:net'
import { retryStatuses } from '@latchkey/protocol/limits'
import { expect, test } from 'vitest'
import { KitError } from '../errors/KitError.ts'
import { requestJson } from './http.ts'
import { pause } from '../errors/withLimit.ts'
import type { HttpRequest } from './http.ts'
import { sendJson, startTestServer } from '../testing/startTestServer.ts'
import type { TestAnswer } from '../testing/startTestServer.ts'
import { startTestClock } from '../testing/startTestClock.ts'

async function start(answer: TestAnswer) {
  const clock = startTestClock()
  const server = await startTestServer(answer)
  const ask = (request: Partial<HttpRequest> = {}) =>
    requestJson({ clock, fetch }, { method: 'GET', url: server.url, ...request })
  return { ...server, clock, ask }
}

/** The reason with which the promise rejects. It handles the rejection at once. */
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (reason: unknown) => reason,
  )
/** The HTTP status of an error of the kit. */
const statusOf = (error: unknown) =>
  KitError.is(error, 'httpFailed') ? error.status : 'another error'

test('a request resolves with the parsed JSON', async () => {
  const { ask, requests } = await start((response) => sendJson(response, { rows: [1, null] }))
  expect(await ask()).toEqual({ rows: [1, null] })
  expect(requests).toHaveLength(1)
})

test('a body is sent as text/plain, which needs no preflight', async () => {
  const { ask, requests } = await start((response) => sendJson(response, null))
  await ask({ method: 'POST', body: { a: [1] } })
  expect(requests[0]).toMatchObject({
    method: 'POST',
    body: '{"a":[1]}',
    headers: { 'content-type': 'text/plain' },
  })
  await ask()
  expect(requests[1]?.headers).not.toHaveProperty('content-type')
})

test.each(retryStatuses.map((status) => [status]))(
  'after status %d the request is repeated three times, after 150, 300 and 600 ms',
  async (status) => {
    const { ask, clock, requests, received } = await start((response) =>
      sendJson(response, {}, status),
    )
    const reason = reasonOf(ask())
    for (const [index, wait] of [150, 300, 600].entries()) {
      await clock.scheduled(wait)
      clock.advance(wait - 1)
      expect(requests).toHaveLength(index + 1)
      clock.advance(1)
      await received(index + 2)
    }
    expect(await reason).toMatchObject({ code: 'httpFailed', status })
    expect(requests).toHaveLength(4)
  },
)

test.each([400, 401, 402, 404, 405, 409, 410, 412, 422, 451, 501, 505, 511])(
  'after status %d the request is not repeated',
  async (status) => {
    const { ask, requests, clock } = await start((response) => sendJson(response, {}, status))
    expect(await reasonOf(ask())).toMatchObject({ code: 'httpFailed', status })
    expect(requests).toHaveLength(1)
    expect(clock.waits).toEqual([10_000])
  },
)

test('a request resolves with the answer of a later attempt', async () => {
  let attempt = 0
  const { ask, clock } = await start((response) =>
    sendJson(response, { attempt }, ++attempt < 3 ? 503 : 200),
  )
  const answer = ask()
  for (const wait of [150, 300]) {
    await clock.scheduled(wait)
    clock.advance(wait)
  }
  expect(await answer).toEqual({ attempt: 2 })
})

test('`retries` limits the repetitions', async () => {
  const { ask, requests } = await start((response) => sendJson(response, {}, 503))
  expect(await reasonOf(ask({ retries: 0 }))).toMatchObject({ code: 'httpFailed', status: 503 })
  expect(requests).toHaveLength(1)
})

test('the next attempt waits the seconds of Retry-After', async () => {
  const { ask, clock, received } = await start((response) =>
    sendJson(response, {}, 429, { 'retry-after': '2' }),
  )
  const reason = reasonOf(ask({ retries: 1 }))
  await clock.scheduled(2_000)
  clock.advance(2_000)
  await received(2)
  expect(await reason).toMatchObject({ status: 429, retryAfter: 2 })
})

test.each([
  ['by the server’s clock', 40 * 86_400_000],
  ['by the server’s slow clock', -40 * 86_400_000],
  ['by one clock', 0],
])('the next attempt waits until the date of Retry-After, %s', async (_, off) => {
  const { ask, clock, received } = await start((response) =>
    sendJson(response, {}, 503, {
      'retry-after': new Date(clock.now() + off + 3_000).toUTCString(),
      date: new Date(clock.now() + off).toUTCString(),
    }),
  )
  const reason = reasonOf(ask({ retries: 1 }))
  await clock.scheduled(3_000)
  clock.advance(3_000)
  await received(2)
  expect(await reason).toMatchObject({ status: 503, retryAfter: 3 })
})

test('after a Retry-After in the past, the request is repeated at once', async () => {
  const { ask, clock, received } = await start((response) =>
    sendJson(response, {}, 503, {
      'retry-after': new Date(0).toUTCString(),
      date: new Date(1_000).toUTCString(),
    }),
  )
  const reason = reasonOf(ask({ retries: 1 }))
  await clock.scheduled(0)
  clock.advance(0)
  await received(2)
  expect(await reason).toMatchObject({ retryAfter: 0 })
})

test('with a Retry-After over 30 s the request rejects at once, and the error has `retryAfter`', async () => {
  const { ask, requests } = await start((response) =>
    sendJson(response, {}, 429, { 'retry-after': '31' }),
  )
  expect(await reasonOf(ask())).toMatchObject({ code: 'httpFailed', status: 429, retryAfter: 31 })
  expect(requests).toHaveLength(1)
})

test('an invalid Retry-After is ignored', async () => {
  const { ask, clock, received } = await start((response) =>
    sendJson(response, {}, 503, { 'retry-after': 'soon' }),
  )
  const reason = reasonOf(ask({ retries: 1 }))
  await clock.scheduled(150)
  clock.advance(150)
  await received(2)
  expect(await reason).toMatchObject({ code: 'httpFailed', retryAfter: undefined })
})

test('`details` is the first reason of an error body, at most 500 characters', async () => {
  const { ask } = await start((response) =>
    sendJson(
      response,
      { status: 'FAILED', reasons: [{ description: 'a'.repeat(600) }, { description: 'second' }] },
      400,
    ),
  )
  expect(await reasonOf(ask())).toMatchObject({ details: 'a'.repeat(500), status: 400 })
})

test.each([
  [{ field: 'chainId' }, 'chainId'],
  [{ name: 'chainId' }, 'chainId'],
  [{ field: 'a', name: 'b' }, 'a'],
  [{ field: 7 }, undefined],
  [{}, undefined],
])('the first reason %j gives the field %j', async (reason, field) => {
  const { ask } = await start((response) =>
    sendJson(response, { status: 'FAILED', reasons: [reason] }, 400),
  )
  expect(await reasonOf(ask())).toMatchObject({ status: 400, field })
})

test.each([
  '',
  '<html>',
  'null',
  '[]',
  '{"reasons":{}}',
  '{"reasons":[null]}',
  '{"reasons":[{"description":{}}]}',
])('an error body of %j gives no details', async (text) => {
  const { ask } = await start((response) => void response.writeHead(400).end(text))
  expect(await reasonOf(ask())).toMatchObject({
    code: 'httpFailed',
    status: 400,
    details: undefined,
  })
})

test.each(['', '<html>', '{"a":'])(
  'a successful answer of %j rejects with `answerInvalid` and is not repeated',
  async (text) => {
    const { ask, requests } = await start((response) => void response.end(text))
    expect(await reasonOf(ask())).toMatchObject({ code: 'answerInvalid' })
    expect(requests).toHaveLength(1)
  },
)

/** Writes until the client closes the connection. @returns the number of characters written */
function writeOn(response: Parameters<TestAnswer>[0], text: string): Promise<number> {
  let written = 0
  return new Promise((resolve) => {
    response.once('close', () => resolve(written))
    const write = () =>
      void (response.destroyed || response.write(text, () => setImmediate(write)),
      (written += text.length))
    write()
  })
}

test.each([
  ['an endless answer', 200, { code: 'answerInvalid' }],
  ['an endless error body', 400, { code: 'httpFailed', status: 400, details: undefined }],
])(
  'after %s, the connection is closed and the request is not repeated',
  async (_, status, error) => {
    let written: Promise<number> | undefined
    const { ask, requests } = await start((response) => {
      response.writeHead(status)
      written = writeOn(response, ' '.repeat(256 * 1024))
    })
    expect(await reasonOf(ask())).toMatchObject(error)
    expect(await written).toBeLessThan(64 * 1024 * 1024) // the limit, and the buffers
    expect(requests).toHaveLength(1)
  },
)

test.each([
  ['exactly at the limit', `"${'a'.repeat(10 * 1024 * 1024 - 2)}"`, undefined],
  ['one byte over the limit', `"${'a'.repeat(10 * 1024 * 1024 - 1)}"`, 'answerInvalid'],
  ['nested too deep', '['.repeat(33) + ']'.repeat(33), 'answerInvalid'],
  ['too many values', `[${'0,'.repeat(500_000)}0]`, 'answerInvalid'],
])('an answer is checked against its limits: %s', async (_, text, code) => {
  const { ask } = await start((response) => void response.end(text))
  const answer = await ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (code) expect(answer).toMatchObject({ error: { code } })
  else expect(answer).toEqual({ value: JSON.parse(text) })
})

test('an answer in many pieces is read whole, even if a character is split', async () => {
  const { ask } = await start(async (response) => {
    for (const byte of Buffer.from('{"name":"Füchsin 🦊"}'))
      await new Promise<void>(
        (resolve) => void response.write(Buffer.from([byte]), () => resolve()),
      )
    response.end()
  })
  expect(await ask()).toEqual({ name: 'Füchsin 🦊' })
})

test('after a broken connection the request is repeated, and the error has no status', async () => {
  const { ask, clock, received } = await start((response) => void response.destroy())
  const reason = reasonOf(ask())
  for (const [index, wait] of [150, 300, 600].entries()) {
    await clock.scheduled(wait)
    clock.advance(wait)
    await received(index + 2)
  }
  const error = await reason
  expect(statusOf(error)).toBeUndefined()
  expect(error).toHaveProperty('cause')
})

test('after an answer that breaks off, the request is repeated', async () => {
  const { ask, clock, received } = await start((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"a":', () => response.destroy())
  })
  const reason = reasonOf(ask({ retries: 1 }))
  await clock.scheduled(150)
  clock.advance(150)
  await received(2)
  expect(statusOf(await reason)).toBeUndefined()
})

test('a refused connection is a failure without a status', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  const port = typeof address === 'object' ? address?.port : 0
  const error = await reasonOf(
    requestJson(
      { clock: startTestClock(), fetch },
      { method: 'GET', url: `http://127.0.0.1:${port}`, retries: 0 },
    ),
  )
  expect(statusOf(error)).toBeUndefined()
})

test('a request times out after 10 s, closes the connection and is repeated', async () => {
  const closed: Promise<unknown>[] = []
  const { ask, clock, received } = await start(
    (response) => void closed.push(new Promise((resolve) => response.once('close', resolve))),
  )
  const reason = reasonOf(ask({ retries: 1 }))
  await received(1)
  clock.advance(10_000)
  await clock.scheduled(150)
  clock.advance(150)
  await received(2)
  clock.advance(10_000)
  expect(await reason).toMatchObject({ code: 'httpTimeout' })
  await Promise.all(closed)
})

test('the limit of 10 s includes the time of the body', async () => {
  const { ask, clock, received } = await start((response) => void response.write('{'))
  const reason = reasonOf(ask({ retries: 0 }))
  await received(1)
  clock.advance(10_000)
  expect(await reason).toMatchObject({ code: 'httpTimeout' })
})

test('an already aborted request is not sent', async () => {
  const { ask, requests } = await start((response) => sendJson(response, {}))
  expect(await reasonOf(ask({ signal: AbortSignal.abort('left') }))).toMatchObject({
    code: 'requestAborted',
    cause: 'left',
  })
  expect(requests).toEqual([])
})

test.each([
  ['the answer', () => {}],
  ['the rest of the answer', (response) => void response.write('{')],
] as [string, TestAnswer][])(
  'an abort while waiting for %s ends the wait and the connection',
  async (_, answer) => {
    let closed: Promise<unknown> = Promise.resolve()
    const { ask, clock, received } = await start((response, request) => {
      closed = new Promise((resolve) => response.once('close', resolve))
      answer(response, request)
    })
    const controller = new AbortController()
    const reason = reasonOf(ask({ signal: controller.signal }))
    await received(1)
    controller.abort()
    expect(await reason).toMatchObject({ code: 'requestAborted' })
    await closed
    expect(clock.waits).toEqual([10_000])
  },
)

test('an abort between two attempts prevents the second one', async () => {
  const { ask, clock, requests } = await start((response) => sendJson(response, {}, 503))
  const controller = new AbortController()
  const reason = reasonOf(ask({ signal: controller.signal }))
  await clock.scheduled(150)
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  clock.advance(10_000)
  expect(requests).toHaveLength(1)
})

test('a pause ends after its time, or at once on abort', async () => {
  const clock = startTestClock()
  const done = pause(clock, 5)
  clock.advance(5)
  await done
  await expect(pause(clock, 5, AbortSignal.abort())).rejects.toMatchObject({
    code: 'requestAborted',
  })
})
