import { json, type CompanyRequest } from './http.ts'
import { idAt } from './people.ts'
import type { CompanyBehaviour } from './plainCompany.ts'

/** GitHub answers with a form if the request does not accept JSON. Its refusals have status 200. */
const inItsForm = ({ headers }: CompanyRequest, value: Record<string, string>) =>
  headers.accept?.includes('json')
    ? json(value)
    : {
        status: 200,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(value).toString(),
      }

/** The behaviour of each company that has OAuth 2 without ID tokens. */
export const companyBehaviours = {
  x: {
    company: 'X',
    secretIn: 'header',
    badCode: () =>
      json(
        {
          error: 'invalid_request',
          error_description: 'Value passed for the authorization code was invalid.',
        },
        400,
      ),
    token: (accessToken) =>
      json({
        token_type: 'bearer',
        expires_in: 7_200,
        access_token: accessToken,
        scope: 'users.read tweet.read',
      }),
    // X returns no e-mail address
    profileAnswers: {
      '/user': (person) => ({
        data: { id: idAt('x', person), name: person.name, username: person.userName },
      }),
    },
  },
  discord: {
    company: 'Discord',
    secretIn: 'body',
    badCode: () =>
      json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' }, 400),
    token: (accessToken) =>
      json({
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 604_800,
        refresh_token: 'unused',
        scope: 'identify email',
      }),
    profileAnswers: {
      '/user': (person) => ({
        id: idAt('discord', person),
        username: person.userName,
        global_name: person.name,
        avatar: null,
        email: person.email,
        verified: person.isVerified,
      }),
    },
  },
  github: {
    company: 'GitHub',
    secretIn: 'body',
    callbackParameters: (base) => ({ iss: base }),
    refusal: {
      error_description: 'The user has denied your application access.',
      error_uri: 'https://docs.github.com/',
    },
    badCode: (request) =>
      inItsForm(request, {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      }),
    token: (accessToken, request) =>
      inItsForm(request, {
        access_token: accessToken,
        token_type: 'bearer',
        scope: 'read:user,user:email',
      }),
    profileAnswers: {
      '/user': (person) => ({
        id: Number(idAt('github', person)),
        login: person.userName,
        name: person.name,
        email: null,
      }),
      '/emails': (person) => [
        {
          email: `${person.userName}@users.noreply.example`,
          primary: false,
          verified: true,
          visibility: null,
        },
        { email: person.email, primary: true, verified: person.isVerified, visibility: 'private' },
      ],
    },
  },
  facebook: {
    company: 'Facebook',
    secretIn: 'body',
    refusal: {
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    badCode: () =>
      json(
        {
          error: {
            message: 'This authorization code has been used.',
            type: 'OAuthException',
            code: 100,
            fbtrace_id: 'devnet',
          },
        },
        400,
      ),
    token: (accessToken) =>
      json({ access_token: accessToken, token_type: 'bearer', expires_in: 5_183_944 }),
    profileAnswers: {
      '/user'(person, url) {
        const all: Record<string, string> = {
          id: idAt('facebook', person),
          name: person.name,
          email: person.email,
        }
        return Object.fromEntries(
          (url.searchParams.get('fields') ?? 'id,name')
            .split(',')
            .map((field) => [field, all[field]]),
        )
      },
    },
  },
} as const satisfies Record<string, CompanyBehaviour>
