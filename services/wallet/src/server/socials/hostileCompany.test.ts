import { createServer } from 'node:http'
import { openPort } from '@latchkey/server/openPort'
import type { WalletSocial } from '@latchkey/protocol/socials'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanName } from './cleanName.ts'
import { CompanyError, createCompanies, type Companies } from './createCompanies.ts'

/** The company's next answers, by path. */
let answers: Record<
  string,
  { status?: number; type?: string; body: string | (() => AsyncGenerator<string>) }
> = {}
const token = { body: JSON.stringify({ access_token: 'a', token_type: 'bearer' }) }

const server = createServer((request, response) => {
  const {
    status = 200,
    type = 'application/json',
    body,
  } = answers[(request.url ?? '').split('?')[0] ?? ''] ?? { status: 404, body: '{}' }
  response.writeHead(status, { 'content-type': type })
  if (typeof body === 'string') return void response.end(body)
  const write = async () => {
    for await (const part of body()) {
      if (response.destroyed) return
      response.write(part)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  write().catch(() => response.destroy())
})
let companies: Companies
beforeAll(async () => {
  const url = `http://127.0.0.1:${await openPort(server, { port: 0 })}`
  const endpoints = {
    issuer: url,
    authorization: `${url}/authorize`,
    token: `${url}/token`,
    user: `${url}/user`,
    emails: `${url}/emails`,
    jwks: `${url}/jwks`,
  }
  const set = { clientId: 'id', clientSecret: 'secret', endpoints }
  companies = createCompanies({ google: set, x: set, discord: set, github: set, facebook: set })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const state = 's'.repeat(43)
function read(provider: WalletSocial) {
  const url = new URL(`https://wallet.example/social/callback/${provider}?code=c&state=${state}`)
  return companies.read(provider, {
    verifier: 'v'.repeat(43),
    nonce: 'n',
    state,
    url,
    form: url.searchParams,
    isPost: false,
  })
}
const answerWith = (user: unknown, emails: unknown = []) =>
  (answers = {
    '/token': token,
    '/user': { body: JSON.stringify(user) },
    '/emails': { body: JSON.stringify(emails) },
  })

test.each<[string, WalletSocial, unknown, unknown]>([
  ['no id', 'discord', { username: 'a' }, []],
  ['an empty id', 'discord', { id: '', username: 'a' }, []],
  ['an id that is not a text', 'discord', { id: 1, username: 'a' }, []],
  ['a long id', 'x', { data: { id: 'x'.repeat(256) } }, []],
  ['an id that is not a number', 'github', { id: '1' }, []],
  ['an id that is too large a number', 'github', { id: 1e300 }, []],
  ['addresses that are not a list', 'github', { id: 1 }, { email: 'a@b.example' }],
  ['a list for a person', 'facebook', [], []],
  ['nothing', 'facebook', null, []],
])('an answer about a user with %s is refused', async (_, provider, user, emails) => {
  answerWith(user, emails)
  await expect(read(provider)).rejects.toThrow(CompanyError)
})

test.each<[string, typeof answers]>([
  ['is not JSON', { '/token': token, '/user': { body: '<html>' } }],
  ['is nested deep', { '/token': token, '/user': { body: `${'['.repeat(50)}${']'.repeat(50)}` } }],
  ['is a failure', { '/token': token, '/user': { status: 500, body: '{}' } }],
  ['is a redirect', { '/token': token, '/user': { status: 302, body: '{"id":"1"}' } }],
  [
    'is too long',
    {
      '/token': token,
      '/user': { body: JSON.stringify({ id: '1', username: 'x'.repeat(100_000) }) },
    },
  ],
  [
    'does not end',
    {
      '/token': token,
      '/user': {
        async *body() {
          for (;;) yield 'x'.repeat(1_000)
        },
      },
    },
  ],
  ['has no token', { '/token': { body: '{"error":"bad_verification_code","access_token":5}' } }],
  ['is of another type', { '/token': { type: 'text/html', body: token.body } }],
  [
    'has a token of another kind',
    { '/token': { body: '{"access_token":"a","token_type":"mac"}' } },
  ],
])('an answer that %s is refused, and the error does not repeat it', async (_, given) => {
  answers = given
  const error = await read('discord').catch((failed: unknown) => failed)
  expect(error).toBeInstanceOf(CompanyError)
  expect(String(error)).toMatch(/^CompanyError: discord: [\w ]{1,80}$/)
})

test('an address in an answer counts only if the company states that it has verified the address', async () => {
  const address = fc.constantFrom(
    'a@b.example',
    'A@B.example',
    'a b@c',
    '',
    'x'.repeat(300),
    'a@b.example\r\nbcc: c@d.example',
  )
  const flag = fc.oneof(fc.boolean(), fc.constantFrom('true', 'false', 1, null, 'yes', {}))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(address, fc.jsonValue()),
      flag,
      flag,
      fc.jsonValue(),
      async (email, verified, primary, name) => {
        answerWith({ id: 7, login: name }, [{ email, verified, primary }])
        const found = await read('github').catch((error: unknown) => error)
        if (found instanceof CompanyError) return
        expect(found).toMatchObject({
          provider: 'github',
          subject: '7',
          email:
            verified === true && primary === true && /^a@b\.example$/i.test(String(email))
              ? 'a@b.example'
              : null,
        })
        answerWith({ id: '7', username: name, email, verified })
        const thrown = await read('discord').catch((error: unknown) => error)
        if (!(thrown instanceof CompanyError))
          expect(thrown).toMatchObject({
            email:
              verified === true && /^a@b\.example$/i.test(String(email)) ? 'a@b.example' : null,
          })
      },
    ),
    { numRuns: 150 },
  )
})

test('an ID token without a valid signature is refused', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({
    iss: 'x',
    aud: 'id',
    sub: '1',
    nonce: 'n',
    iat: Date.now() / 1_000,
    exp: Date.now() / 1_000 + 60,
    email: 'a@b.example',
    email_verified: true,
  })
  for (const idToken of [
    `${part({ alg: 'none' })}.${claims}.`,
    `${part({ alg: 'RS256' })}.${claims}.AAAA`,
    `${part({ alg: 'HS256' })}.${claims}.AAAA`,
    'x',
    5,
  ]) {
    answers = {
      '/token': {
        body: JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token: idToken }),
      },
      '/jwks': { body: '{"keys":[]}' },
    }
    await expect(read('google')).rejects.toThrow(CompanyError)
  }
})

test('a cleaned name is one short line of visible characters', () => {
  expect(
    [
      '\u202eAnn',
      'A\u0000n\u200bn',
      ' A \n\t n ',
      '\u2028',
      '',
      null,
      undefined,
      '👩‍👩‍👧'.repeat(100),
      '\u3164',
      '\u2800',
      'A\u1160n\u2065n\ufe0f',
      'a\u200d\u0301',
    ].map((name) => cleanName(name)),
  ).toEqual([
    'Ann',
    'Ann',
    'A n',
    null,
    null,
    null,
    null,
    expect.any(String),
    null,
    null,
    'Ann',
    '\u00e1',
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (name) => {
      const clean = cleanName(name)
      expect(
        clean === null ||
          ([...clean].length <= 64 &&
            clean === clean.trim() &&
            clean !== '' &&
            !/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/u.test(clean) &&
            cleanName(clean) === clean),
      ).toBe(true)
    }),
  )
})
