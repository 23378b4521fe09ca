import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { html } from '@latchkey/server/html'

/** A row of the company's answer. A test may also write an invalid row. */
export type FakeCompanyRow = { [name: string]: unknown }

/** A request to the company's API, with the content of its token. */
export type FakeCompanyCall = {
  path: string
  body: unknown
  token: {
    header: { [name: string]: unknown }
    payload: { [name: string]: unknown }
    isGenuine: boolean
  }
}

/** A fake of Coinbase and Meld: a page and an API. */
export type FakeCompany = {
  url: string
  /** The options with which an API uses it as Coinbase. */
  coinbase: {
    appId: string
    url: string
    apiUrl: string
    keyId: string
    secret: string
    session: boolean
  }
  /** The rows that its API answers about an account. */
  rows: FakeCompanyRow[]
  /** A status or a text that replaces every answer; with `hang` there is no answer. */
  fault: number | string | undefined
  requests: FakeCompanyCall[]
  close(): Promise<void>
}

/** The HTML of the page. It shows the parameters of its URL. */
const pageOf = (url: URL) => {
  const rows = [...url.searchParams].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)
  return html`<!doctype html><html lang="en"><title>A stand-in for a company</title><link rel="icon" href="data:,"><h1>A stand-in for a company</h1><dl>${rows}</dl></html>`.toString()
}

const partOf = (text = '') =>
  // if this is not an object, the test fails
  JSON.parse(Buffer.from(text, 'base64url').toString() || '{}') as { [name: string]: unknown }

function readToken(request: IncomingMessage, key: KeyObject): FakeCompanyCall['token'] {
  const [head = '', body = '', mac = ''] = (request.headers.authorization ?? '')
    .replace('Bearer ', '')
    .split('.')
  const isGenuine = verify(
    key.asymmetricKeyType === 'ed25519' ? null : 'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(mac, 'base64url'),
  )
  return { header: partOf(head), payload: partOf(body), isGenuine }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  // a stream without an encoding yields Buffers
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? undefined : JSON.parse(text)
}

/** Makes a new key. The private part is in the company's form. */
function newKey(kind: 'EdDSA' | 'ES256'): { publicKey: KeyObject; secret: string } {
  if (kind === 'ES256') {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { publicKey, secret: String(privateKey.export({ type: 'sec1', format: 'pem' })) }
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return {
    publicKey,
    secret: Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString(
      'base64',
    ),
  }
}

/** Starts the fake company on a free port. */
export async function startFakeCompany({
  kind = 'EdDSA',
}: {
  kind?: 'EdDSA' | 'ES256'
} = {}): Promise<FakeCompany> {
  const { publicKey, secret } = newKey(kind)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const url = new URL(path, 'http://localhost')
    const json = (value: unknown, status = 200) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof value === 'string' ? value : JSON.stringify(value))
    const answer = async () => {
      if (!url.pathname.startsWith('/onramp/'))
        return void response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(pageOf(url))
      company.requests.push({
        path,
        body: await bodyOf(request),
        token: readToken(request, publicKey),
      })
      if (company.fault === 'hang') return
      if (typeof company.fault === 'number') return json({ message: 'no' }, company.fault)
      if (company.fault !== undefined) return json(company.fault)
      if (url.pathname.endsWith('/token')) return json({ token: 'a session', channel_id: '' })
      json({ transactions: company.rows, next_page_key: '', total_count: company.rows.length })
    }
    answer().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const company: FakeCompany = {
    url,
    rows: [],
    fault: undefined,
    requests: [],
    coinbase: {
      appId: 'app 1',
      url: `${url}/buy/select-asset`,
      apiUrl: url,
      keyId: 'organizations/1/apiKeys/2',
      secret,
      session: false,
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return company
}
