import { readUrl } from '@latchkey/protocol/readUrl'
import { consentPage } from './consentPage.ts'
import type { Granted } from './codes.ts'
import { html, type Answer, type CompanyRequest } from './http.ts'
import { chosenIn } from './people.ts'

/**
 * A client that is registered at a company. Redirects are permitted to `redirectPath` on any port
 * of this machine.
 */
export type Client = { clientId: string; clientSecret: string; redirectPath: string }

const isThisMachine = (hostname: string) =>
  /^(?:(?:[a-z\d-]+\.)*localhost|127\.0\.0\.1)$/.test(hostname)

/** Whether the address is a permitted redirect address. */
export function isRedirect(address: string, { redirectPath }: Client): boolean {
  const url = readUrl(address)
  return (
    url?.protocol === 'http:' &&
    isThisMachine(url.hostname) &&
    url.pathname === redirectPath &&
    url.search === '' &&
    url.hash === ''
  )
}

/**
 * The consent page for a client's request. For an invalid request, it is an error page without a
 * redirect, because the address in the request can't be trusted.
 */
export function askConsent(
  company: string,
  client: Client,
  request: CompanyRequest,
  { canHide = false, mode = null as string | null } = {},
): Answer {
  const query = request.url.searchParams
  const faults = [
    query.get('client_id') !== client.clientId && 'client_id',
    query.get('response_type') !== 'code' && 'response_type',
    !isRedirect(query.get('redirect_uri') ?? '', client) && 'redirect_uri',
    query.get('code_challenge_method') !== 'S256' && 'code_challenge_method',
    !/^[\w-]{43}$/.test(query.get('code_challenge') ?? '') && 'code_challenge',
    !query.get('state') && 'state',
    query.get('response_mode') !== mode && 'response_mode',
  ].filter(Boolean)
  if (faults.length > 0) return html(`Wrong in the request: ${faults.join(', ')}`, 400)
  const base = request.url.pathname.split('/')[1] ?? ''
  return html(
    consentPage({
      company,
      siteHost: new URL(query.get('redirect_uri') ?? '').host,
      action: `/${base}/choose`,
      hidden: { ask: query.toString() },
      canHide,
    }),
  )
}

/**
 * Reads the visitor's choice on the consent page. `granted` is undefined if the visitor has
 * cancelled. Returns undefined for a form of another page.
 */
export function readChoice(
  { form }: CompanyRequest,
  client: Client,
): { state: string; redirectUri: string; granted: Granted | undefined } | undefined {
  const ask = new URLSearchParams(form.get('ask') ?? '')
  const [state, redirectUri, challenge] = [
    ask.get('state') ?? '',
    ask.get('redirect_uri') ?? '',
    ask.get('code_challenge') ?? '',
  ]
  const person = chosenIn(form)
  if (!isRedirect(redirectUri, client) || (form.get('answer') === 'continue' && !person))
    return undefined
  const granted =
    form.get('answer') === 'continue' && person
      ? {
          person: person.key,
          redirectUri,
          challenge,
          nonce: ask.get('nonce'),
          isHidden: form.has('hide'),
        }
      : undefined
  return { state, redirectUri, granted }
}
