import { getSession, waitForDevice } from '@latchkey/protocol/walletServer'
import { fromBase64url } from '@latchkey/protocol/base64'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Device } from '../device/openDevice.ts'
import { createServer } from './createServer.ts'

const user = {
  userId: '4f9b8a52-6a0e-4c0f-9a56-1f0f5b3f8f10',
  email: 'a@example.org',
  userName: null,
  ways: ['email'],
  addresses: null,
}
const hour = 3_600_000

async function makeDevice(): Promise<Device> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign', 'verify'],
  )
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return { privateKey, publicKey, wrappingKey }
}

const partsOf = (proof: string) =>
  proof
    .split('.')
    .slice(0, 2)
    .map(
      (part) =>
        JSON.parse(new TextDecoder().decode(fromBase64url(part))) as Record<string, unknown>,
    )

/** A server with the given answers, which records its requests. */
async function connect(answer: (proof: Record<string, unknown>) => Response) {
  const device = await makeDevice()
  const requests: Request[] = []
  let loggedOut = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(request)
    return answer(partsOf(request.headers.get('dpop') ?? '')[1] ?? {})
  }
  const server = createServer({
    device,
    origin: 'https://wallet.example',
    fetch,
    onLoggedOut: () => (loggedOut += 1),
  })
  return {
    device,
    requests,
    server,
    ask: () => server.call(getSession, {}),
    loggedOut: () => loggedOut,
  }
}

test('the proof of each request is signed by the device’s key, with method, URL, time and body', async () => {
  const { device, requests, ask } = await connect(() => Response.json(user))
  expect(await ask()).toEqual(user)
  const [proof = ''] = requests.map(({ headers }) => headers.get('dpop') ?? '')
  const [head, claims] = partsOf(proof)
  expect(head).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256' } })
  expect(head?.['jwk']).not.toHaveProperty('d')
  expect(claims).toMatchObject({
    htm: 'POST',
    htu: 'https://wallet.example/v1/session',
    bh: 'RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o',
  })
  const end = proof.lastIndexOf('.')
  expect(
    await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      device.publicKey,
      fromBase64url(proof.slice(end + 1)),
      new TextEncoder().encode(proof.slice(0, end)),
    ),
  ).toBe(true)
})

test('the proof of each request has a new ID', async () => {
  const ids = new Set<unknown>()
  const { ask } = await connect(({ jti }) => (ids.add(jti), Response.json(user)))
  for (let index = 0; index < 5; index++) await ask()
  expect(ids.size).toBe(5)
})

test('when the browser’s clock is wrong, the client uses the server’s time', async () => {
  const late = () => Date.now() + hour
  const answer = (claims: Record<string, unknown>) => {
    const isTimely = Math.abs(Number(claims['iat']) * 1_000 - late()) < 60_000
    return isTimely
      ? Response.json(user)
      : Response.json(
          { error: 'proofInvalid' },
          { status: 401, headers: { date: new Date(late()).toUTCString() } },
        )
  }
  const { requests, ask, loggedOut, server } = await connect(answer)
  expect(Math.abs((server.now?.() ?? 0) - Date.now())).toBeLessThan(1_000)
  expect(await ask()).toEqual(user)
  expect(Math.abs((server.now?.() ?? 0) - late())).toBeLessThan(2_000)
  expect(await ask()).toEqual(user)
  expect(requests).toHaveLength(3)
  expect(loggedOut()).toBe(0)
})

test('`loginRequired` is reported once, and the request is not repeated', async () => {
  const { requests, ask, loggedOut } = await connect(() =>
    Response.json(
      { error: 'loginRequired' },
      { status: 401, headers: { date: new Date().toUTCString() } },
    ),
  )
  await expect(ask()).rejects.toMatchObject({ code: 'loginRequired' })
  expect(requests).toHaveLength(1)
  expect(loggedOut()).toBe(1)
})

test.each([
  [
    () => Response.json({ error: 'codeWrong', left: 3 }, { status: 400 }),
    { code: 'codeWrong', values: { left: 3 } },
  ],
  [
    () => Response.json({ error: 'emailCooldown', seconds: 12 }, { status: 429 }),
    { code: 'emailCooldown', message: 'Please try again after 12 seconds' },
  ],
  [() => Response.json({ error: 'toString' }, { status: 400 }), { code: 'httpFailed' }],
  [() => new Response('<html>', { status: 502 }), { code: 'httpFailed' }],
  [() => new Response(null, { status: 429 }), { code: 'tooManyRequests' }],
  [() => Response.json({ email: 5 }), { code: 'answerInvalid' }],
  [() => new Response('no JSON'), { code: 'answerInvalid' }],
  [() => Response.error(), { code: 'httpFailed' }],
])('each failure has its code (%#)', async (answer, expected) => {
  const { ask } = await connect(answer)
  await expect(ask()).rejects.toMatchObject(expected)
})

test('a failed request without a network has the code `offline`', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { ask } = await connect(() => {
    throw new TypeError('Failed to fetch')
  })
  await expect(ask()).rejects.toMatchObject({ code: 'offline' })
})

test.each([
  [getSession, 12_000],
  [waitForDevice, 35_000],
])(
  'a request with the parameters %o fails with `httpTimeout` after its time limit',
  async ({ path }, milliseconds) => {
    const limits: number[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((wanted) => {
      limits.push(wanted)
      return AbortSignal.abort()
    })
    onTestFinished(() => timeout.mockRestore())
    const { server } = await connect(() => {
      throw new DOMException('The operation was aborted.', 'AbortError')
    })
    await expect(
      path === getSession.path ? server.call(getSession, {}) : server.call(waitForDevice, {}),
    ).rejects.toMatchObject({ code: 'httpTimeout' })
    expect(limits).toEqual([milliseconds])
  },
)
