import { readJson } from '@latchkey/protocol/border'
import { walletSocials, type WalletSocial } from '@latchkey/protocol/socials'
import * as client from 'openid-client'
import { companyAnswer } from '../limits.ts'
import { createAppleSecret } from './appleSecret.ts'
import { companies, type Company } from './companies.ts'
import { companyFetch } from './companyFetch.ts'
import { identityOf, type Identity } from './identity.ts'
import type { SocialOptions } from './socialOptions.ts'

/** The secrets that check a company's answer. */
export type LoginSecrets = { verifier: string; nonce: string }

/**
 * Thrown when a company did not answer, or its answer is invalid. The message contains nothing of
 * the answer.
 */
export class CompanyError extends Error {
  override readonly name = 'CompanyError'
}

/** The companies that the operator has set up. */
export type Companies = {
  offered: readonly WalletSocial[]
  /**
   * Returns the address of the company's page. `redirectUri`: the address to which the company
   * sends the visitor back.
   */
  pageOf: (
    provider: WalletSocial,
    login: LoginSecrets & { redirectUri: string; state: string },
  ) => Promise<string>
  /**
   * Returns the person who comes back from the company. `url`: the address with its query. `form`:
   * the posted parameters, or the query.
   * @throws CompanyError
   */
  read: (
    provider: WalletSocial,
    login: LoginSecrets & { state: string; url: URL; form: URLSearchParams; isPost: boolean },
  ) => Promise<Identity>
}

type Partner = { company: Company; config: client.Configuration }

/** Creates the companies of checked options. No request is made before a login. */
export function createCompanies(options: SocialOptions): Companies {
  const partners = new Map(
    walletSocials.flatMap((provider) => {
      const set = options[provider]
      return set ? [[provider, partnerOf(provider, set)] as const] : []
    }),
  )
  const partner = (provider: WalletSocial): Partner => {
    const found = partners.get(provider)
    if (!found) throw new CompanyError(`${provider} is not set up`)
    return found
  }

  return {
    offered: [...partners.keys()],
    async pageOf(provider, { redirectUri, state, verifier, nonce }) {
      const { company, config } = partner(provider)
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: company.scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(company.kind === 'oidc' && { nonce }),
        ...company.parameters,
      }).href
    },
    async read(provider, { verifier, nonce, state, url, form, isPost }) {
      const { company, config } = partner(provider)
      try {
        const isOidc = company.kind === 'oidc'
        const answer = isPost
          ? new Request(url, {
              method: 'POST',
              body: form,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
            })
          : url
        const tokens = await client.authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(isOidc && { expectedNonce: nonce, idTokenExpected: true }),
        })
        const ask = (endpoint: 'user' | 'emails') =>
          requestAs(config, tokens.access_token, company.endpoints[endpoint] ?? '')
        return identityOf(
          provider,
          await company.read({ claims: isOidc ? tokens.claims() : undefined, form, ask }),
        )
      } catch (error) {
        throw new CompanyError(`${provider}: ${faultOf(error)}`)
      }
    },
  }
}

async function requestAs(
  config: client.Configuration,
  accessToken: string,
  url: string,
): Promise<unknown> {
  const response = await client.fetchProtectedResource(
    config,
    accessToken,
    new URL(url),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  )
  if (!response.ok) throw new CompanyError(`status ${response.status}`)
  return readJson(new Uint8Array(await response.arrayBuffer()), companyAnswer)
}

function partnerOf(provider: WalletSocial, set: NonNullable<SocialOptions[WalletSocial]>): Partner {
  const company: Company = {
    ...companies[provider],
    endpoints: { ...companies[provider].endpoints, ...definedOf(set.endpoints) },
  }
  const { issuer, authorization, token, jwks } = company.endpoints
  const server = {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    ...(jwks !== undefined && { jwks_uri: jwks, id_token_signing_alg_values_supported: ['RS256'] }),
  }
  const config = new client.Configuration(
    server,
    set.clientId,
    { [client.clockTolerance]: 30 },
    authOf(company, set),
  )
  config.timeout = companyAnswer.milliseconds / 1_000
  config[client.customFetch] = (url, { method, headers, body, signal }) =>
    companyFetch(url, {
      method,
      headers,
      signal,
      body: body instanceof URLSearchParams || typeof body === 'string' ? body : undefined,
    })
  // the options allow this only for fake companies on this machine
  if ([issuer, authorization, token].some((url) => url.startsWith('http:')))
    client.allowInsecureRequests(config)
  if (company.kind === 'oidc') client.enableNonRepudiationChecks(config)
  return { company, config }
}

const definedOf = (endpoints: Partial<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(endpoints).filter(([, url]) => url !== undefined))

function authOf(
  { secretIn, endpoints }: Company,
  set: NonNullable<SocialOptions[WalletSocial]>,
): client.ClientAuth {
  if ('clientSecret' in set)
    return secretIn === 'header'
      ? basicAuth(set.clientId, set.clientSecret)
      : client.ClientSecretPost(set.clientSecret)
  const secret = createAppleSecret(set, endpoints.issuer)
  return (_server, { client_id: id }, body) => {
    body.set('client_id', id)
    body.set('client_secret', secret())
  }
}

/**
 * HTTP Basic. By RFC 6749, section 2.3.1, id and secret are form-encoded. The library's own
 * function also encodes letters that need no encoding, and not every company decodes them.
 */
function basicAuth(clientId: string, clientSecret: string): client.ClientAuth {
  const inForm = (text: string) => new URLSearchParams({ a: text }).toString().slice('a='.length)
  const header = `Basic ${Buffer.from(`${inForm(clientId)}:${inForm(clientSecret)}`).toString('base64')}`
  return (_server, _client, _body, headers) => headers.set('authorization', header)
}

/**
 * A text for the log: a message of this service or of the library, or one of OAuth's codes; never a
 * text of the company's answer.
 */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof CompanyError) return error.message
  const { code } = error as { code?: unknown } // the cast is safe: `code` is read as unknown
  const errorText =
    'error' in error && typeof error.error === 'string' && /^[a-z_]{1,40}$/.test(error.error)
      ? error.error
      : undefined
  return [
    error.name,
    typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : undefined,
    errorText,
  ]
    .filter(Boolean)
    .join(' ')
}
