import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCompanies, type StartedCompanies } from './startCompanies.ts'

let companies: StartedCompanies
beforeAll(async () => void (companies = await startCompanies({ port: 0 })))
afterAll(() => companies.close())

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
type Plain = 'x' | 'discord' | 'github' | 'facebook'
const redirectUri = (name: string) => `http://wallet.localhost:1/social/callback/${name}`
const request = (name: string, changed: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: `latchkey-${name}`,
    response_type: 'code',
    redirect_uri: redirectUri(name),
    state: 's',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(name === 'apple' && { response_mode: 'form_post' }),
    ...changed,
  })
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })

/** Consents as a visitor does on the page, and returns the code that the site gets. */
async function codeOf(name: Plain): Promise<string> {
  const { headers } = await post(`${companies.url}/${name}/choose`, {
    ask: request(name).toString(),
    person: 'lena',
    answer: 'continue',
  })
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const secretOf = (name: Plain) => companies.socials[name]?.clientSecret ?? ''
function trade(name: Plain, form: Record<string, string>, secret = secretOf(name)) {
  const isBasic = name === 'x'
  const all = {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri(name),
    code_verifier: verifier,
    ...(!isBasic && { client_id: `latchkey-${name}`, client_secret: secret }),
    ...form,
  }
  return post(`${companies.url}/${name}/token`, all, {
    accept: 'application/json',
    ...(isBasic && {
      authorization: `Basic ${Buffer.from(`latchkey-x:${secret}`).toString('base64')}`,
    }),
  })
}
const plain = ['x', 'discord', 'github', 'facebook'] as const

test.each(plain)(
  '%s exchanges a code for a token once, and only for the right client and PKCE verifier',
  async (name) => {
    const read = async (response: Response) => (await response.json()) as { access_token?: string }
    const code = await codeOf(name)
    expect(await read(await trade(name, { code }))).toHaveProperty('access_token')
    expect(await read(await trade(name, { code }))).not.toHaveProperty('access_token')
    expect(
      await read(await trade(name, { code: await codeOf(name), code_verifier: 'w'.repeat(43) })),
    ).not.toHaveProperty('access_token')
    expect(
      await read(
        await trade(name, { code: await codeOf(name), redirect_uri: 'http://wallet.localhost:2/' }),
      ),
    ).not.toHaveProperty('access_token')
    expect((await trade(name, { code: await codeOf(name) }, 'wrong')).status).toBe(401)
  },
)

test.each([...plain, 'apple'])('%s shows no consent page for an invalid request', async (name) => {
  const page = async (changed: Record<string, string>) =>
    (await fetch(`${companies.url}/${name}/authorize?${request(name, changed)}`)).status
  expect(await page({})).toBe(200)
  const wrong: Record<string, string>[] = [
    { client_id: 'x' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: redirectUri('other') },
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { state: '' },
    { response_type: 'token' },
    { response_mode: 'fragment' },
  ]
  for (const changed of wrong) expect(await page(changed)).toBe(400)
})

test('GitHub, Facebook, X and Apple each answer errors and data in their own form', async () => {
  const refused = await trade('github', { code: 'none' })
  expect([refused.status, await refused.json()]).toEqual([
    200,
    {
      error: 'bad_verification_code',
      error_description: 'The code passed is incorrect or expired.',
    },
  ])
  const asForm = await post(`${companies.url}/github/token`, {
    client_id: 'latchkey-github',
    client_secret: secretOf('github'),
    code: 'none',
  })
  expect(await asForm.text()).toBe(
    'error=bad_verification_code&error_description=The+code+passed+is+incorrect+or+expired.',
  )
  expect(await (await trade('facebook', { code: 'none' })).json()).toMatchObject({
    error: { type: 'OAuthException', code: 100 },
  })
  const { access_token: token } = (await (
    await trade('x', { code: await codeOf('x') })
  ).json()) as { access_token: string }
  const person = await (
    await fetch(`${companies.url}/x/user`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  expect(person).not.toContain('@')
  const apple = await (
    await post(`${companies.url}/apple/choose`, {
      ask: request('apple').toString(),
      person: 'lena',
      answer: 'cancel',
    })
  ).text()
  expect(apple).toContain('name="error" value="user_cancelled_authorize"')
  expect(
    (
      await post(`${companies.url}/apple/token`, {
        client_id: 'latchkey-apple',
        client_secret: 'a.b.c',
        code: 'none',
      })
    ).status,
  ).toBeGreaterThanOrEqual(400)
})

test('the consent page says that it is a stand-in and which site requests the data', async () => {
  const html = await (
    await fetch(`${companies.url}/discord/authorize?${request('discord')}`)
  ).text()
  expect(html).toContain('This is the devnet’s stand-in for Discord. Nothing leaves this machine.')
  expect(html).toContain('wallet.localhost:1 wants to know who you are.')
  expect(html).toContain('<legend>Choose an account</legend>')
})
