import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startTestSiwx } from './startTestSiwx.ts'

describe('a request', () => {
  test.each<[Record<string, string>, number]>([
    [{ origin: 'https://shop.example' }, 200],
    [{ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    [{ origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://www.shop.example', 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://shop.example' }, 403],
    [{ origin: 'https://shop.example:8443' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{}, 403],
  ])('a POST request with the headers %j gets the status %i', async (headers, status) => {
    const { siwx } = startTestSiwx()
    for (const path of ['nonce', 'sign-out'])
      expect(
        (
          await siwx.handle(
            new Request(`https://shop.example/siwx/${path}`, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: '{}',
            }),
          )
        ).status,
      ).toBe(status)
  })

  test.each<[string, string, number]>([
    ['text/plain', '{}', 415],
    ['application/x-www-form-urlencoded', '{}', 415],
    ['application/json-seq', '{}', 415],
    ['application/json; charset=utf-8', '{}', 200],
    ['application/json', '', 400],
    ['application/json', '[]', 400],
    ['application/json', 'null', 400],
    ['application/json', '{', 400],
    ['application/json', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
    ['application/json', `{"a":[${'1,'.repeat(300)}1]}`, 400],
    ['application/json', `{"a":"${'x'.repeat(65_536)}"}`, 413],
  ])(
    'with the content type %s, a request gets the expected status (%#)',
    async (type, body, status) => {
      const { browser } = startTestSiwx()
      expect(
        (await browser().send('/nonce', body, { headers: { 'content-type': type } })).status,
      ).toBe(status)
    },
  )

  test('a body is read only up to its limit, even if it declares another length', async () => {
    const { siwx } = startTestSiwx()
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => controller.enqueue(new Uint8Array((sent += 1) && 16_384)) },
      { highWaterMark: 0 },
    )
    const request = new Request('https://shop.example/siwx/verify', {
      method: 'POST',
      headers: { origin: siwx.origin, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit) // Node's fetch needs `duplex`, which its types lack
    expect((await siwx.handle(request)).status).toBe(413)
    expect(sent).toBeLessThan(8)
    const broken = new Request('https://shop.example/siwx/nonce', {
      method: 'POST',
      headers: { origin: siwx.origin, 'content-type': 'application/json' },
      body: Uint8Array.of(0x22, 0xff, 0x22),
    })
    expect((await siwx.handle(broken)).status).toBe(400)
  })

  test('an unknown path gets the status 404, and an unsupported method the status 405', async () => {
    const { siwx, browser } = startTestSiwx()
    const { send } = browser()
    for (const path of ['', '/', '/nonces', '/constructor', '/nonce//', '//nonce', '/../siwx/x'])
      expect((await send(path, {})).status, path).toBe(404)
    expect(
      (await siwx.handle(new Request('https://shop.example/other/nonce', { method: 'POST' })))
        .status,
    ).toBe(404)
    for (const [path, method] of [
      ['/nonce', 'GET'],
      ['/verify', 'GET'],
      ['/sign-out', 'DELETE'],
    ] as const)
      expect((await send(path, undefined, { method })).status).toBe(405)
    const answer = await siwx.handle(new Request('https://shop.example/siwx/nonce'))
    expect([
      answer.headers.get('allow'),
      answer.headers.get('cache-control'),
      answer.headers.get('vary'),
    ]).toEqual(['POST', 'no-store', 'Cookie'])
  })

  test('a path with a slash at its end is answered like the path without it', async () => {
    const { browser } = startTestSiwx()
    const { send, sign } = browser()
    expect((await send('/nonce/', {})).body.nonce).toBeTypeOf('string')
    expect((await send('/verify/', await sign())).status).toBe(200)
    expect((await send('/sessions/')).body.sessions).toHaveLength(1)
    expect((await send('/sign-out/', {})).body.sessions).toEqual([])
  })

  test('any body gets an answer without a server error', async () => {
    const { browser } = startTestSiwx()
    const { send, sign } = browser()
    const signed = await sign()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc
            .record(
              {
                message: fc.oneof(fc.string(), fc.constant(signed.message)),
                signature: fc.oneof(
                  fc.string(),
                  fc.constant('0x'),
                  fc.constant(`0x${'00'.repeat(65)}`),
                ),
                data: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
              },
              { requiredKeys: [] },
            )
            .map((body) => JSON.stringify(body)),
        ),
        fc.constantFrom('/verify', '/sign-out', '/nonce'),
        async (body, path) => {
          const { status, body: answer } = await send(path, body)
          const isDone = path !== '/verify' && status === 200
          expect(
            isDone || [400, 401, 413].includes(status) || answer.error?.code === 'rpcMissing',
            `${status}`,
          ).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
    // none of the refused requests has spent the nonce
    expect((await send('/verify', signed)).status).toBe(200)
  })
})
