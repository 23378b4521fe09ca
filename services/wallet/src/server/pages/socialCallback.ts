import { randomBytes } from 'node:crypto'
import { walletSocials, type WalletSocial } from '@latchkey/protocol/socials'
import { and, eq, gt } from 'drizzle-orm'
import { socialAttempts } from '../db/schema.ts'
import type { Call, Route } from '../http/env.ts'
import { readBytes } from '../http/readBody.ts'
import { hashOf } from '../keys/createKeyring.ts'
import { callbackBytes } from '../limits.ts'
import type { Service } from '../service.ts'
import { callbackPath, type SocialSecrets } from '../socials/callbackPath.ts'
import { CompanyError } from '../socials/createCompanies.ts'
import type { SocialAttempt } from '../socials/enter.ts'
import { identityRow, type Identity } from '../socials/identity.ts'
import { browserLocale } from '@latchkey/words/createTranslators'
import { createTranslator } from '../words/createTranslator.ts'
import { documentHeaders, documentOf } from './document.ts'
import { loginEnd } from './loginEnd.ts'

/**
 * The page to which companies send visitors back. It needs no cookie, because Apple's form comes
 * from a page of another origin. The state identifies the visitor, once.
 */
export function socialCallback(service: Service): Route[] {
  const answer = async (call: Call) => {
    const provider = walletSocials.find((one) => one === call.req.param('provider'))
    const form = await sentIn(call)
    const attempt =
      provider && form && (await takeAttempt(service, provider, form.get('state') ?? ''))
    if (!provider || !form || !attempt) return over(service, call)
    const secrets = JSON.parse(
      service.keyring.open(attempt.secrets, identityRow.secrets(attempt.id)).toString(),
    ) as SocialSecrets // `startSocial` has written it
    const identity = await readIdentity(service, call, { provider, form, secrets })
    const result = await storeEnd(service, attempt, identity)
    return loginEnd(service, call, { attempt, returnTo: secrets.returnTo, result })
  }
  return (['GET', 'POST'] as const).map((method) => ({
    method,
    path: callbackPath(':provider'),
    takesForeign: true,
    answer,
  }))
}

/**
 * The parameters from the company, in the query or in a form; undefined where they are too
 * long.
 */
async function sentIn(call: Call): Promise<URLSearchParams | undefined> {
  if (call.req.method === 'POST')
    return new URLSearchParams((await readBytes(call, callbackBytes)).toString())
  const { search } = new URL(call.req.url)
  return search.length <= callbackBytes ? new URLSearchParams(search) : undefined
}

/**
 * Takes the attempt of a state, once. A state is valid only for the company that it was
 * created for. RFC 9700, section 4.4
 */
async function takeAttempt(
  { queries, now }: Service,
  provider: WalletSocial,
  state: string,
): Promise<SocialAttempt | undefined> {
  if (!/^[\w-]{43}$/.test(state)) return undefined
  const isOpen = and(
    eq(socialAttempts.stateHash, hashOf(state)),
    eq(socialAttempts.provider, provider),
    eq(socialAttempts.status, 'begun'),
    gt(socialAttempts.expiresAt, now()),
  )
  const [attempt] = await queries()
    .update(socialAttempts)
    .set({ status: 'asked' })
    .where(isOpen)
    .returning()
  return attempt
}

/**
 * The person's identity at the company; undefined if the visitor or the company refused, or the
 * company's answer is invalid.
 */
async function readIdentity(
  { companies, warn, metrics }: Service,
  call: Call,
  {
    provider,
    form,
    secrets,
  }: { provider: WalletSocial; form: URLSearchParams; secrets: SocialSecrets },
): Promise<Identity | undefined> {
  const isPost = call.req.method === 'POST'
  const url = new URL(`${call.get('own')}${callbackPath(provider)}`)
  if (!isPost) url.search = form.toString()
  try {
    if (form.has('error')) return undefined
    return await companies.read(provider, {
      ...secrets,
      state: form.get('state') ?? '',
      url,
      form,
      isPost,
    })
  } catch (error) {
    if (!(error instanceof CompanyError)) throw error
    warn('social', error.message)
    metrics.events({ event: `social failed, ${provider}` }).add()
    return undefined
  }
}

/**
 * Stores the end of the login for the device.
 * @returns the result that the device has to present; undefined for a refusal
 */
async function storeEnd(
  { queries, keyring }: Service,
  { device, id }: SocialAttempt,
  identity: Identity | undefined,
): Promise<string | undefined> {
  const result = identity && randomBytes(32).toString('base64url')
  const end = result
    ? ({
        status: 'proved',
        resultHash: hashOf(result),
        identity: keyring.seal(JSON.stringify(identity), identityRow.attempt(id)),
      } as const)
    : ({ status: 'refused' } as const)
  // the device may have begun another login meanwhile
  await queries()
    .update(socialAttempts)
    .set(end)
    .where(
      and(
        eq(socialAttempts.device, device),
        eq(socialAttempts.id, id),
        eq(socialAttempts.status, 'asked'),
      ),
    )
  return result
}

function over({ options: { operator } }: Service, call: Call): Response {
  const translator = createTranslator(browserLocale(call.req.header('accept-language')))
  return call.body(
    documentOf(translator, {
      title: translator.translate('loginOver'),
      lines: [translator.translate('loginOverText')],
      operator,
    }),
    404,
    { ...documentHeaders, 'referrer-policy': 'no-referrer' },
  )
}
