import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { polkadotAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import { polkadotKeyOf } from '@latchkey/protocol/chains/polkadotKeys'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import { manualClock } from '../../../testing/manualClock.ts'
import { createSiwxServer } from './createSiwxServer.ts'
import { createMemoryStore } from './store/createMemoryStore.ts'
import { secret, startTestSiwx } from './startTestSiwx.ts'

const other = privateKeyToAccount(generatePrivateKey())

describe('a sign-in', () => {
  test('a valid sign-in starts a session, which the site can read', async () => {
    const { siwx, browser, clock } = startTestSiwx()
    const { send, sign, account, cookie } = browser()
    expect(await send('/sessions')).toMatchObject({ status: 200, body: { sessions: [] } })
    const signed = await sign()
    const answer = await send('/verify', { ...signed, data: parseSignIn(signed.message) })
    expect(answer).toMatchObject({
      status: 200,
      body: { sessions: [{ accountId: `eip155:1:${account.address}`, ...signed }] },
    })
    expect(answer.cookie).toMatch(
      /^__Host-siwx=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect((await send('/sessions')).body).toEqual({ ...answer.body, now: clock.now() })
    for (const headers of [{ cookie: `a=b; ${cookie()}; c=d` }, new Headers({ cookie: cookie() })])
      expect(await siwx.readSession({ headers })).toMatchObject({
        accounts: [{ accountId: `eip155:1:${account.address}`, data: { domain: 'shop.example' } }],
      })
    expect(await siwx.readSession({ headers: {} })).toBeUndefined()
  })

  test('a session can contain several accounts, each once, up to the limit', async () => {
    const { siwx, browser } = startTestSiwx({ accounts: 2 })
    const { send, sign, account, cookie } = browser()
    await send('/verify', await sign())
    const first = cookie()
    await send('/verify', await sign({}, other))
    const answer = await send('/verify', await sign())
    expect(answer.body.sessions?.map(({ accountId }) => accountId)).toEqual([
      `eip155:1:${other.address}`,
      `eip155:1:${account.address}`,
    ])
    expect(await send('/verify', await sign({ chainId: 'eip155:10' }))).toMatchObject({
      status: 409,
      body: { error: { code: 'accountsFull' } },
    })
    expect((await send('/sessions')).body.sessions).toHaveLength(2)
    // the cookie from before the second sign-in gives no access any more
    expect(await siwx.readSession({ headers: { cookie: first } })).toBeUndefined()
  })

  test('an account is in a session once, in whatever spelling of its network it signs in', async () => {
    const { browser } = startTestSiwx()
    const { send, sign } = browser()
    const key = polkadotKeyOf(new Uint8Array(32).fill(6), '')
    const [own, generic] = [0, 42].map((prefix) => writeSs58(key.accountId, prefix))
    const idOf = (address = '') => `${polkadotAssetHubId}:${address}`
    const signInAs = async (accountAddress = '') => {
      const { message } = await sign({ chainId: polkadotAssetHubId, accountAddress })
      const signature = `0x${toHex(key.sign(new TextEncoder().encode(message)))}`
      const { body } = await send('/verify', { message, signature })
      return body.sessions?.map(({ accountId }) => accountId)
    }
    expect(await signInAs(generic)).toEqual([idOf(generic)])
    expect(await signInAs(own)).toEqual([idOf(own)])
    await send('/verify', await sign())
    const { body } = await send('/sign-out', { accountId: idOf(generic) })
    expect(body.sessions?.map(({ accountId }) => accountId)).toEqual([
      expect.stringMatching(/^eip155:1:/),
    ])
  })

  test('a session ends by a sign-out of one account or of all, by the site, or after its time', async () => {
    const { siwx, clock, browser } = startTestSiwx({ sessionSeconds: 3_600 })
    const { send, sign, account, cookie } = browser()
    await send('/verify', await sign())
    await send('/verify', await sign({}, other))
    const answer = await send('/sign-out', { accountId: `eip155:1:${account.address}` })
    expect(answer.body.sessions?.map(({ accountId }) => accountId)).toEqual([
      `eip155:1:${other.address}`,
    ])
    const before = cookie()
    const out = await send('/sign-out', {})
    expect(out).toMatchObject({ status: 200, body: { sessions: [] } })
    expect(out.cookie).toBe('__Host-siwx=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure')
    expect(await siwx.readSession({ headers: { cookie: before } })).toBeUndefined()

    await send('/verify', await sign())
    const { id = '' } = (await siwx.readSession({ headers: { cookie: cookie() } })) ?? {}
    await siwx.revoke(id)
    expect(await siwx.readSession({ headers: { cookie: cookie() } })).toBeUndefined()

    await send('/verify', await sign())
    await send('/verify', await sign({ lifetime: 60_000 }, other))
    clock.advance(59_999)
    expect((await siwx.readSession({ headers: { cookie: cookie() } }))?.accounts).toHaveLength(2)
    clock.advance(1)
    expect((await siwx.readSession({ headers: { cookie: cookie() } }))?.accounts).toHaveLength(1)
    clock.advance(3_600_000)
    expect(await siwx.readSession({ headers: { cookie: cookie() } })).toBeUndefined()
  })

  test('a sign-in for another site, network or time is refused', async () => {
    const { clock, browser } = startTestSiwx({ chains: ['eip155:1'] })
    const { send, sign, account } = browser()
    const now = clock.now()
    const codeOf = async (
      change: Parameters<typeof sign>[0],
      edit: (text: string) => string = (text) => text,
    ) => {
      const message = edit((await sign(change)).message)
      return (await send('/verify', { message, signature: await account.signMessage({ message }) }))
        .body.error?.code
    }
    expect(await codeOf({ domain: 'evil.example', uri: 'https://evil.example/' })).toBe(
      'domainMismatch',
    )
    expect(await codeOf({ domain: 'shop.example:8443', uri: 'https://shop.example:8443/' })).toBe(
      'domainMismatch',
    )
    expect(
      await codeOf({}, (text) => text.replace('shop.example wants', 'SHOP.example wants')),
    ).toBe('domainMismatch')
    expect(await codeOf({ scheme: 'http' })).toBe('domainMismatch')
    expect(await codeOf({ scheme: 'https' })).toBeUndefined()
    expect(await codeOf({}, (text) => text.replace('URI: https:', 'URI: http:'))).toBe(
      'uriMismatch',
    )
    expect(
      await codeOf({}, (text) =>
        text.replace('URI: https://shop.example', 'URI: https://evil.example'),
      ),
    ).toBe('uriMismatch')
    expect(
      await codeOf({}, (text) =>
        text.replace('URI: https://shop.example', 'URI: https://user@shop.example'),
      ),
    ).toBe('uriMismatch')
    expect(
      await codeOf({}, (text) =>
        text.replace('URI: https://shop.example', 'URI: https://shop.example:8443'),
      ),
    ).toBe('uriMismatch')
    expect(await codeOf({ chainId: 'eip155:10' })).toBe('chainRefused')
    expect(await codeOf({ now: now + 60_001 })).toBe('notYetValid')
    expect(await codeOf({ now: now + 60_000 })).toBeUndefined()
    expect(await codeOf({ now: now - 60_000, lifetime: 60_000 })).toBe('expired')
    expect(await codeOf({ now: now - 60_000, lifetime: 60_001 })).toBeUndefined()
    expect(
      await codeOf({}, (text) => `${text}\nNot Before: ${new Date(now + 60_001).toISOString()}`),
    ).toBe('notYetValid')
  })

  test('a sign-in with the signature of another account or with changed data is refused', async () => {
    const { browser } = startTestSiwx()
    const { send, sign, account } = browser()
    const { message } = await sign()
    expect(
      (await send('/verify', { message, signature: await other.signMessage({ message }) })).body
        .error,
    ).toMatchObject({ code: 'rpcMissing' })
    expect((await send('/verify', { message, signature: 'x' })).body.error).toMatchObject({
      code: 'signatureInvalid',
    })
    const signed = await sign()
    const data = parseSignIn(signed.message)
    for (const wrong of [
      { ...data, accountAddress: other.address },
      { ...data, chainId: 'eip155:10' },
      { ...data, statement: 'More' },
      { ...data, admin: true },
    ])
      expect((await send('/verify', { ...signed, data: wrong })).body.error?.code).toBe(
        'dataMismatch',
      )
    expect(
      (
        await send('/verify', {
          ...signed,
          data: { chainId: 'eip155:1', accountAddress: account.address },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await send('/verify', {
          message: message.replace('Nonce: ', 'Nonce:  '),
          signature: '0x00',
        })
      ).body.error,
    ).toMatchObject({ code: 'messageInvalid', details: 'nonce' })
  })

  test('above 64 checks at a time, a sign-in fails with `busy`', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const rpcUrls = { 'eip155:1': 'http://node.example' }
    let clients = 0
    const { browser } = startTestSiwx({
      rpcUrls,
      client: () => `192.0.2.${(clients += 1)}`,
      fetch: () => gate.then(() => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })),
    })
    const { send, sign } = browser()
    const waiting = []
    for (let count = 0; count < 64; count += 1)
      waiting.push(send('/verify', { ...(await sign()), signature: '0x12' }))
    const signed = await sign()
    await expect.poll(async () => (await send('/verify', signed)).body.error?.code).toBe('busy')
    open()
    expect(new Set((await Promise.all(waiting)).map(({ body }) => body.error?.code))).toEqual(
      new Set(['signatureInvalid']),
    )
    expect((await send('/verify', await sign())).status).toBe(200)
  })

  test('an account that `admits` refuses fails with `accountRefused`, and its nonce stays unused', async () => {
    const requests: string[] = []
    const { browser } = startTestSiwx({
      admits: async ({ accountId }) => requests.push(accountId) > 1,
    })
    const { send, sign, account } = browser()
    const signed = await sign()
    await send('/verify', { ...signed, signature: 'x' })
    expect(requests).toEqual([])
    expect(await send('/verify', signed)).toMatchObject({
      status: 403,
      body: { error: { code: 'accountRefused' } },
      cookie: undefined,
    })
    expect((await send('/verify', signed)).status).toBe(200) // the nonce was not spent
    expect(requests).toEqual([`eip155:1:${account.address}`, `eip155:1:${account.address}`])
  })

  test.each([
    'https://@shop.example/',
    'https://:@shop.example/',
    'https://user:word@shop.example/',
    'https://shop.example@shop.example/',
  ])('a sign-in whose URI has a user in it is refused: %s', async (uri) => {
    const { browser } = startTestSiwx()
    const { send, sign, account } = browser()
    const { message } = await sign()
    const changed = message.replace('URI: https://shop.example/login', `URI: ${uri}`)
    expect(
      (
        await send('/verify', {
          message: changed,
          signature: await account.signMessage({ message: changed }),
        })
      ).body.error?.code,
    ).toBe('uriMismatch')
  })

  test('a sign-in that is too long is refused', async () => {
    const { browser } = startTestSiwx()
    const { send, sign, account } = browser()
    const { message } = await sign({
      resources: Array.from(
        { length: 50 },
        (_, index) => `https://shop.example/${'x'.repeat(100)}${index}`,
      ),
    })
    expect(
      (await send('/verify', { message, signature: await account.signMessage({ message }) })).body
        .error?.code,
    ).toBe('bodyInvalid')
    expect(
      (await send('/verify', { ...(await sign()), signature: `0x${'12'.repeat(8_192)}` })).body
        .error?.code,
    ).toBe('bodyInvalid')
    expect(
      (
        await send(
          '/verify',
          await sign({
            statement: 'x'.repeat(2_048),
            resources: Array.from(
              { length: 10 },
              (_, index) => `https://shop.example/terms/${index}`,
            ),
          }),
        )
      ).status,
    ).toBe(200)
  })
})

describe('a nonce', () => {
  test('of many requests with one nonce at the same time, one succeeds', async () => {
    const { browser } = startTestSiwx()
    const { send, sign } = browser()
    const signed = await sign()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('/verify', signed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 401, 401, 401, 401, 401, 401, 401,
    ])
    expect(answers.filter(({ body }) => body.error).map(({ body }) => body.error?.code)).toEqual(
      Array.from({ length: 7 }, () => 'nonceSpent'),
    )
    expect((await send('/verify', signed)).body.error?.code).toBe('nonceSpent')
  })

  test('a wrong signature does not use up the nonce', async () => {
    const { browser } = startTestSiwx()
    const { send, sign } = browser()
    const signed = await sign()
    expect((await send('/verify', { ...signed, signature: 'x' })).status).toBe(401)
    expect((await send('/verify', signed)).status).toBe(200)
  })

  test('a nonce is valid for ten minutes, and stays refused afterwards', async () => {
    const { clock, browser } = startTestSiwx()
    const { send, sign } = browser()
    const [early, late] = [await sign(), await sign({}, other)]
    clock.advance(599_999)
    expect((await send('/verify', early)).status).toBe(200)
    clock.advance(1)
    for (const signed of [early, late])
      expect((await send('/verify', signed)).body.error?.code).toBe('nonceRefused')
  })

  test('a nonce is used once even if the clocks of two processes differ', async () => {
    const [ahead, behind] = [manualClock(), manualClock()]
    const store = createMemoryStore({ clock: ahead })
    const [one, other] = [
      startTestSiwx({ store, clock: ahead }),
      startTestSiwx({ store, clock: behind }),
    ]
    ahead.advance(30_000)
    const { send, sign } = one.browser()
    const signed = await sign()
    behind.advance(1)
    expect((await send('/verify', signed)).status).toBe(200)
    for (const clock of [ahead, behind]) clock.advance(600_001)
    expect((await send('/verify', signed)).body.error?.code).toBe('nonceRefused')
    expect((await other.browser().send('/verify', signed)).body.error?.code).toBe('nonceSpent')
  })

  test('a nonce of another server, domain or run is refused', async () => {
    const { clock, browser, siwx } = startTestSiwx()
    const { send, sign } = browser()
    const { nonce = '' } = (await send('/nonce', {})).body
    expect(nonce).toMatch(/^[A-Za-z\d]{38,42}$/)
    expect(
      new Set(
        await Promise.all(
          Array.from({ length: 50 }, async () => (await send('/nonce', {})).body.nonce),
        ),
      ).size,
    ).toBe(50)
    for (const made of [
      'abcdefgh12345678',
      `${nonce}1`,
      `1${nonce}`,
      nonce.slice(0, -1),
      nonce.endsWith('a') ? nonce.slice(0, -1) + 'b' : nonce.slice(0, -1) + 'a',
    ])
      expect((await send('/verify', await sign({ nonce: made }))).body.error?.code).toBe(
        'nonceRefused',
      )
    const elsewhere = startTestSiwx({ domain: 'other.example' })
    const foreign = (await elsewhere.browser().send('/nonce', {})).body.nonce ?? ''
    expect((await send('/verify', await sign({ nonce: foreign }))).body.error?.code).toBe(
      'nonceRefused',
    )
    const signed = await sign()
    clock.advance(1_000)
    const restarted = createSiwxServer({
      domain: 'shop.example',
      secret,
      clock,
      store: createMemoryStore({ clock }),
    })
    const answer = await restarted.handle(
      new Request(`${siwx.origin}/siwx/verify`, {
        method: 'POST',
        headers: { origin: siwx.origin, 'content-type': 'application/json' },
        body: JSON.stringify(signed),
      }),
    )
    expect(await answer.json()).toMatchObject({ error: { code: 'nonceRefused' } })
  })

  test('nonces use no storage, however many are requested', async () => {
    const { browser } = startTestSiwx({ store: createMemoryStore({ limit: 10 }) })
    const { send } = browser()
    for (let requests = 0; requests < 200; requests += 1)
      expect((await send('/nonce', {})).status).toBe(200)
  })

  test('if the store is full, the sign-in fails with `storeFull`', async () => {
    const reported: unknown[] = []
    const full = startTestSiwx({
      store: createMemoryStore({ limit: 10, clock: { now: () => 0 } }),
      onError: (error) => void reported.push(error),
    })
    const { send, sign } = full.browser()
    expect(await send('/verify', await sign())).toMatchObject({
      status: 503,
      body: { error: { code: 'storeFull' } },
      cookie: undefined,
    })
    expect(reported).toHaveLength(1)
  })
})

describe('a cookie', () => {
  test('a cookie is accepted only with its exact seal, made with any of the server’s secrets', async () => {
    const clock = manualClock()
    const store = createMemoryStore({ clock })
    const { siwx, browser } = startTestSiwx({ store, clock })
    const { send, sign, cookie } = browser()
    await send('/verify', await sign())
    const [name, value = ''] = cookie().split('=')
    const isOpen = async (by: string, server = siwx) =>
      (await server.readSession({ headers: { cookie: by } })) !== undefined
    expect(await isOpen(cookie())).toBe(true)
    for (let at = 0; at < value.length; at += 1) {
      const changed = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1)
      expect(await isOpen(`${name}=${changed}`), `at ${at}`).toBe(false)
    }
    // 43 letters of base64url have two more bits than 32 bytes. Three other last letters could
    // stand for the same bytes; they must be refused
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = letters.indexOf(value.at(-1) ?? '')
    for (const more of [1, 2, 3])
      expect(await isOpen(`${name}=${value.slice(0, -1)}${letters[last + more]}`)).toBe(false)
    for (const wrong of [value.split('.')[0], `${value}A`, `${value}=`, `"${value}"`, '', 'x.y'])
      expect(await isOpen(`${name}=${wrong}`)).toBe(false)
    expect(await isOpen(`siwx=${value}`)).toBe(false)
    expect(await isOpen(`${name}=planted; ${cookie()}`)).toBe(true)
    const newer = 'another secret of at least 32 characters'
    expect(
      await isOpen(
        cookie(),
        createSiwxServer({ domain: 'shop.example', secret: newer, clock, store }),
      ),
    ).toBe(false)
    expect(
      await isOpen(
        cookie(),
        createSiwxServer({ domain: 'shop.example', secret: [newer, secret], clock, store }),
      ),
    ).toBe(true)
    expect(
      await isOpen(cookie(), createSiwxServer({ domain: 'other.example', secret, clock, store })),
    ).toBe(false)
  })

  test('only on localhost the cookie has no `Secure`', async () => {
    const { siwx, browser } = startTestSiwx({ domain: 'localhost:3000' })
    const { send, sign } = browser()
    expect(siwx.origin).toBe('http://localhost:3000')
    expect((await send('/verify', await sign())).cookie).toMatch(
      /^siwx=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    )
    expect(
      startTestSiwx({ domain: 'localhost:3000', origin: 'https://localhost:3000' }).siwx.origin,
    ).toBe('https://localhost:3000')
    expect(() => startTestSiwx({ origin: 'http://shop.example' })).toThrow(
      'Option "origin" is not secure',
    )
  })
})

test('a secret given as a function is read at the first request, not at build time', async () => {
  let secrets: string | readonly string[] = ''
  const faults: unknown[] = []
  const { siwx, browser } = startTestSiwx({
    secret: () => secrets,
    onError: (error) => faults.push(error),
  })
  const { send, sign } = browser()
  expect((await send('/nonce', {})).body.error).toMatchObject({
    code: 'internal',
    details: 'secret',
  })
  expect(faults).toMatchObject([
    {
      code: 'internal',
      cause: {
        message:
          'Option "secret" is too short. Pass at least 32 characters of chance, from the environment.',
      },
    },
  ])
  expect(await siwx.readSession(new Request(siwx.origin))).toBeUndefined()
  secrets = [secret]
  expect((await send('/verify', await sign())).status).toBe(200)
})

test.each<[Record<string, unknown>, string]>([
  [{ domain: 'https://shop.example' }, 'Option "domain"'],
  [{ domain: 'SHOP.example' }, 'Option "domain"'],
  [{ domain: 'münchen.example' }, 'Option "domain"'],
  [{ domain: 'shop.example:443' }, 'Option "origin"'],
  [{ origin: 'https://other.example' }, 'Option "origin"'],
  [{ origin: 'https://shop.example/' }, 'Option "origin"'],
  [{ secret: 'short' }, 'Option "secret"'],
  [{ secret: [] }, 'Option "secret"'],
  [{ secret: undefined }, 'Option "secret"'],
  [{ chains: ['1'] }, 'Option "chains"'],
  [{ basePath: 'siwx' }, 'Option "basePath"'],
  [{ basePath: '/siwx/' }, 'Option "basePath"'],
  [{ sessionSeconds: 0 }, 'Option "sessionSeconds"'],
  [{ accounts: Number.NaN }, 'Option "accounts"'],
])('the error for the invalid option %j has the option’s name', (options, sentence) => {
  expect(() => startTestSiwx(options)).toThrow(sentence)
})
