import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openPort } from '../../packages/server/src/openPort.ts'
import type { WalletOptions } from '../../services/wallet/src/server/options.ts'
import type { Client } from './companies/askConsent.ts'
import { createApple } from './companies/apple.ts'
import { createGoogle } from './companies/google.ts'
import { readCompanyRequest, send, type Answer, type CompanyRequest } from './companies/http.ts'
import { companyBehaviours } from './companies/companyBehaviours.ts'
import { createPlainCompany } from './companies/plainCompany.ts'

/** Running fakes of the companies by whose accounts visitors log in to the embedded wallet. */
export type StartedCompanies = {
  url: string
  /** The credentials that the wallet's operator gets from the companies. */
  socials: NonNullable<WalletOptions['socials']>
  close: () => Promise<void>
}

/**
 * Starts the fake companies on this machine: one server, with a company at each path.
 * @param options.port the preferred port; if it is taken, another free port is used
 */
export async function startCompanies({ port }: { port: number }): Promise<StartedCompanies> {
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => {}
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) send(response, { status: 500, body: 'The stand-in failed.' })
    })
  })
  // By its IP address, this server is a separate site for browsers. The demo site and the wallet
  // have names under `localhost`.
  const url = `http://127.0.0.1:${await openPort(server, { port, fallback: true })}`
  const { companies, google, socials } = createAll(url)
  answer = async (request, response) => {
    const [, name = ''] = (request.url ?? '').split(/[/?]/)
    if (name === 'google') return google(request, response)
    const company = companies.get(name)
    send(
      response,
      company
        ? company(await readCompanyRequest(request, url))
        : { status: 404, body: 'There is no such company.' },
    )
  }
  return {
    url,
    socials,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

const appleAt = (url: string) => ({
  endpoints: {
    issuer: `${url}/apple`,
    authorization: `${url}/apple/authorize`,
    token: `${url}/apple/token`,
    jwks: `${url}/apple/keys`,
  },
})

function createAll(url: string) {
  const clientOf = (name: string): Client => ({
    clientId: `latchkey-${name}`,
    clientSecret: randomBytes(24).toString('base64url'),
    redirectPath: `/social/callback/${name}`,
  })
  const companies = new Map<string, (request: CompanyRequest) => Answer>()
  const plainly = (name: keyof typeof companyBehaviours) => {
    const [base, client] = [`${url}/${name}`, clientOf(name)]
    companies.set(name, createPlainCompany(companyBehaviours[name], client, base))
    const endpoints = {
      issuer: base,
      authorization: `${base}/authorize`,
      token: `${base}/token`,
      user: name === 'facebook' ? `${base}/user?fields=id,name` : `${base}/user`,
      ...(name === 'github' && { emails: `${base}/emails` }),
    }
    return { clientId: client.clientId, clientSecret: client.clientSecret, endpoints }
  }
  const [google, apple] = [clientOf('google'), clientOf('apple')]
  const appleKey = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  })
  const [teamId, keyId] = ['DEVNETTEAM', 'DEVNETKEY1']
  companies.set(
    'apple',
    createApple({ client: apple, teamId, keyId, clientKey: appleKey.publicKey }, `${url}/apple`),
  )
  return {
    companies,
    google: createGoogle(google, `${url}/google`),
    socials: {
      google: {
        clientId: google.clientId,
        clientSecret: google.clientSecret,
        endpoints: {
          issuer: `${url}/google`,
          authorization: `${url}/google/auth`,
          token: `${url}/google/token`,
          jwks: `${url}/google/jwks`,
        },
      },
      x: plainly('x'),
      discord: plainly('discord'),
      github: plainly('github'),
      apple: {
        clientId: apple.clientId,
        teamId,
        keyId,
        privateKey: appleKey.privateKey,
        ...appleAt(url),
      },
      facebook: plainly('facebook'),
    },
  }
}
