import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { html as markup } from '@latchkey/server/html'
import { askConsent, readChoice, type Client } from './askConsent.ts'
import { createCodes, type Granted } from './codes.ts'
import { hiddenInputs } from './consentPage.ts'
import { html, json, type Answer, type CompanyRequest } from './http.ts'
import { idAt, personOf, type Person } from './people.ts'
import { publicSigningKey, signingKey } from './signingKey.ts'

const ownKey = createPrivateKey({ key: signingKey, format: 'jwk' })
const ownKeyId = 'devnet'

/**
 * Creates a fake Apple with the rules that only Apple has. The answer is a form that Apple's page
 * posts, the client's secret is a token that is signed with the client's key, and the name is sent
 * only the first time.
 */
export function createApple(
  {
    client,
    teamId,
    keyId,
    clientKey,
  }: { client: Client; teamId: string; keyId: string /** PEM. */; clientKey: string },
  base: string,
): (request: CompanyRequest) => Answer {
  const codes = createCodes()
  const seen = new Set<string>()
  const secretRules = {
    publicKey: createPublicKey(clientKey),
    keyId,
    expectedClaims: { iss: teamId, sub: client.clientId, aud: base },
  }

  function choose(request: CompanyRequest): Answer {
    const choice = readChoice(request, client)
    if (!choice) return html('This form is not ours.', 400)
    const { granted, redirectUri, state } = choice
    const person = granted && personOf(granted.person)
    if (!granted || !person)
      return formPost(redirectUri, { state, error: 'user_cancelled_authorize' })
    const user = seen.has(person.key) ? undefined : userOf(person)
    seen.add(person.key)
    return formPost(redirectUri, { state, code: codes.give(granted), ...(user && { user }) })
  }

  /** Exchanges a code for tokens. */
  function exchange(form: URLSearchParams): Answer {
    if (
      form.get('client_id') !== client.clientId ||
      !isSecret(form.get('client_secret') ?? '', secretRules)
    )
      return json({ error: 'invalid_client' }, 400)
    const granted = codes.take(form)
    if (!granted)
      return json(
        { error: 'invalid_grant', error_description: 'The code has expired or has been revoked.' },
        400,
      )
    return json({
      access_token: codes.giveToken(granted.person),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: 'unused',
      id_token: idTokenOf(granted, { clientId: client.clientId, base }),
    })
  }

  return (request) => {
    const { method, path, form } = request
    if (path === '/authorize' && method === 'GET')
      return askConsent('Apple', client, request, { canHide: true, mode: 'form_post' })
    if (path === '/choose' && method === 'POST') return choose(request)
    if (path === '/keys' && method === 'GET')
      return json({ keys: [{ ...publicSigningKey, kid: ownKeyId, use: 'sig', alg: 'RS256' }] })
    return path === '/token' && method === 'POST'
      ? exchange(form)
      : json({ error: 'not_found' }, 404)
  }
}

/** The field `user`, which only the first answer has. */
function userOf({ name, email }: Person): string {
  const [firstName = '', lastName = ''] = name.split(' ')
  return JSON.stringify({ name: { firstName, lastName }, email })
}

/** The ID token: the claims about a person, signed with Apple's key. */
function idTokenOf(
  { person: personKey, nonce, isHidden }: Granted,
  { clientId, base }: { clientId: string; base: string },
): string {
  const person = personOf(personKey)
  if (!person) throw new Error('The person of a code is one of ours.')
  const subject = idAt('apple', person)
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: base,
    aud: clientId,
    sub: subject,
    iat: now,
    exp: now + 600,
    ...(nonce !== null && { nonce, nonce_supported: true }),
    auth_time: now,
    email: isHidden ? `${subject}@privaterelay.example` : person.email,
    email_verified: String(person.isVerified),
    ...(isHidden && { is_private_email: 'true' }),
  }
  return signed({ alg: 'RS256', kid: ownKeyId }, claims, ownKey)
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(header: object, claims: object, key: KeyObject): string {
  const expectedClaims = `${encode(header)}.${encode(claims)}`
  return `${expectedClaims}.${sign('sha256', Buffer.from(expectedClaims), key).toString('base64url')}`
}

/**
 * Whether a client's secret is valid: it must be signed by the client's key (ES256), be for this
 * fake company, and be valid for at most six months.
 */
function isSecret(
  token: string,
  {
    publicKey,
    keyId,
    expectedClaims: said,
  }: { publicKey: KeyObject; keyId: string; expectedClaims: Readonly<Record<string, string>> },
): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) =>
    // the cast: a JWT's parts are JSON objects
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const now = Date.now() / 1_000
  if (
    !verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
    return false
  const { iat, exp, ...rest } = read(claims)
  const isNow =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now + 5 &&
    exp > now &&
    exp - iat <= 15_777_000
  return (
    isNow &&
    read(header)['kid'] === keyId &&
    Object.entries(said).every(([name, value]) => rest[name] === value)
  )
}

/** A page that submits a form to the site without a click. */
function formPost(to: string, values: Readonly<Record<string, string>>): Answer {
  return html(
    markup`<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>One moment</title></head><body><form method="post" action="${to}">${hiddenInputs(values)}<noscript><button>Continue</button></noscript></form><script>document.forms[0].submit()</script></body></html>`.toString(),
  )
}
