import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { interactionPolicy, Provider } from 'oidc-provider'
import { isRedirect, type Client } from './askConsent.ts'
import { consentPage } from './consentPage.ts'
import { html, readCompanyRequest, send } from './http.ts'
import { createMemoryAdapter } from './memoryAdapter.ts'
import { chosenIn, idAt, personOf } from './people.ts'
import { signingKey } from './signingKey.ts'

const interactionPath = /^\/interaction\/([\w-]{1,64})$/

/** A person's account in the form of `oidc-provider`, with its claims. */
function accountOf(accountId: string) {
  const person = personOf(accountId)
  return (
    person && {
      accountId,
      claims: () => ({
        sub: idAt('google', person),
        email: person.email,
        email_verified: person.isVerified,
        name: person.name,
      }),
    }
  )
}

/** Creates the OpenID provider. It asks for no consent: choosing an account is enough. */
function createProvider(client: Client, base: string): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(base, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`http://localhost${client.redirectPath}`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [{ ...signingKey, alg: 'RS256', use: 'sig' }] },
    pkce: { methods: ['S256'], required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `${new URL(base).pathname}/interaction/${uid}` },
    ttl: {
      Interaction: 3_600,
      Session: 3_600,
      Grant: 3_600,
      AccessToken: 3_600,
      IdToken: 3_600,
      AuthorizationCode: 60,
    },
    async loadExistingGrant({ oidc }) {
      const { session, client: relyingParty } = oidc
      if (!session?.accountId || !relyingParty) return undefined
      const grant = new provider.Grant({
        accountId: session.accountId,
        clientId: relyingParty.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: (_, accountId) => accountOf(accountId),
  })
  provider.Client.prototype.redirectUriAllowed = (address) => isRedirect(address, client)
  return provider
}

/**
 * Creates a fake Google at a path of the fake companies' server, with the package `oidc-provider`.
 * @param base the URL of the fake Google, which is also its OpenID issuer
 */
export function createGoogle(
  client: Client,
  base: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const prefix = new URL(base).pathname
  const provider = createProvider(client, base)
  const answer = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response)
    const siteHost = new URL(String(params['redirect_uri'])).host
    if (request.method !== 'POST')
      return send(
        response,
        html(consentPage({ company: 'Google', siteHost, action: request.url ?? '' })),
      )
    const { form } = await readCompanyRequest(request, base)
    const person = form.get('answer') === 'continue' ? chosenIn(form) : undefined
    await provider.interactionFinished(
      request,
      response,
      person
        ? { select_account: {}, login: { accountId: person.key } }
        : { error: 'access_denied', error_description: 'The visitor cancelled.' },
    )
  }

  return async (request, response) => {
    const inside = (request.url ?? '').slice(prefix.length)
    if (interactionPath.test(inside)) return interact(request, response)
    // changes the request as Connect and Express do when a handler is mounted at a path
    Object.assign(request, { originalUrl: request.url, url: inside || '/' })
    await answer(request, response)
  }
}
