import { askConsent, readChoice, type Client } from './askConsent.ts'
import { createCodes } from './codes.ts'
import { html, json, redirect, type Answer, type CompanyRequest } from './http.ts'
import { personOf, type Person } from './people.ts'

/** What differs between the companies that have OAuth 2 without ID tokens. */
export type CompanyBehaviour = {
  company: string
  /** The part of the request that has to contain the client's secret. */
  secretIn: 'header' | 'body'
  /** Parameters that the company adds to every redirect back to the client. */
  callbackParameters?: (base: string) => Readonly<Record<string, string>>
  /** Parameters that the company adds to the redirect after the visitor has cancelled. */
  refusal?: Readonly<Record<string, string>>
  /** The answer to an invalid code. */
  badCode: (request: CompanyRequest) => Answer
  /** The answer that contains the token. */
  token: (accessToken: string, request: CompanyRequest) => Answer
  /** The company's API: by path, the function that returns the data of a person. */
  profileAnswers: Readonly<Record<string, (person: Person, url: URL) => unknown>>
}

/** Creates a fake company with OAuth 2, PKCE and the given behaviour. @param base its address */
export function createPlainCompany(
  {
    company,
    secretIn,
    callbackParameters,
    refusal = {},
    badCode,
    token,
    profileAnswers,
  }: CompanyBehaviour,
  client: Client,
  base: string,
): (request: CompanyRequest) => Answer {
  const codes = createCodes()
  const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`
  const isClient = ({ headers, form }: CompanyRequest) =>
    secretIn === 'header'
      ? headers.authorization === basic && !form.has('client_secret')
      : form.get('client_id') === client.clientId &&
        form.get('client_secret') === client.clientSecret

  function choose(request: CompanyRequest): Answer {
    const choice = readChoice(request, client)
    if (!choice) return html('This form is not ours.', 400)
    const { granted, redirectUri, state } = choice
    return redirect(redirectUri, {
      ...(granted ? { code: codes.give(granted) } : { error: 'access_denied', ...refusal }),
      state,
      ...callbackParameters?.(base),
    })
  }

  return (request) => {
    const { method, path, headers, form } = request
    if (path === '/authorize' && method === 'GET') return askConsent(company, client, request)
    if (path === '/choose' && method === 'POST') return choose(request)
    if (path === '/token' && method === 'POST') {
      if (!isClient(request)) return json({ error: 'invalid_client' }, 401)
      const granted = codes.take(form)
      return granted ? token(codes.giveToken(granted.person), request) : badCode(request)
    }
    const profileAnswer = profileAnswers[path]
    if (!profileAnswer) return json({ message: 'Not Found' }, 404)
    const person = personOf(codes.personOf(headers.authorization) ?? '')
    return person
      ? json(profileAnswer(person, request.url))
      : json({ message: 'Bad credentials' }, 401)
  }
}
