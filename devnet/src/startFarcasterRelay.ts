import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { html as markup } from '@latchkey/server/html'
import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { openPort } from '../../packages/server/src/openPort.ts'
import type { WalletOptions } from '../../services/wallet/src/server/options.ts'
import { consentPage, pageOf } from './companies/consentPage.ts'
import {
  html,
  json,
  readCompanyRequest,
  send,
  type Answer,
  type CompanyRequest,
} from './companies/http.ts'
import { chosenIn, idAt, personOf, type Person } from './companies/people.ts'
import { putFarcasterRegistries } from './farcasterRegistries.ts'

/**
 * Who approves, and the parts of the signed message that a test makes wrong. `signer` is the key
 * that signs in place of the person's key.
 */
export type Approval = {
  person?: string
  nonce?: string
  domain?: string
  uri?: string
  signer?: string
  expirationTime?: Date
  userName?: string
}

/**
 * A fake Farcaster: its relay, the page of its app on which a person approves, and its registries
 * on a chain.
 */
export type FarcasterRelay = {
  url: string
  /** The settings by which the wallet uses this fake Farcaster. */
  options: NonNullable<WalletOptions['farcaster']>
  /** Approves a login, as a person does on the page. @param uri the link of the login */
  approve: (uri: string, approval?: Approval) => Promise<void>
  close: () => Promise<void>
}

type ChannelParameters = {
  siweUri: string
  domain: string
  nonce: string
  expirationTime?: string | undefined
}
type Channel = {
  state: 'pending' | 'completed'
  nonce: string
  url: string
  signatureParams: ChannelParameters
  [name: string]: unknown
}

/** The maximum number of stored channels. The oldest channel is deleted first. */
const maxChannels = 500
/** The chain id of Optimism, which has Farcaster's registries. */
const chainId = 10

/** The key pair of a person's Farcaster account. */
const accountOf = ({ key }: Pick<Person, 'key'>) =>
  privateKeyToAccount(keccak256(stringToHex(`latchkey devnet farcaster ${key}`)))

/** The channels: each is a login that has begun. */
class Channels {
  readonly #registries: Awaited<ReturnType<typeof putFarcasterRegistries>>
  readonly #channels = new Map<string, Channel>()

  constructor(registries: Awaited<ReturnType<typeof putFarcasterRegistries>>) {
    this.#registries = registries
  }

  /** The channel, if it still waits for a person's approval. */
  pending(channelToken: string): Channel | undefined {
    const channel = this.#channels.get(channelToken)
    return channel?.state === 'pending' ? channel : undefined
  }

  /** Begins a login. @param url the URL of the fake relay */
  open(parameters: ChannelParameters, url: string): Answer {
    const [channelToken, nonce] = [randomUUID(), parameters.nonce]
    const query = new URLSearchParams({
      channelToken,
      nonce,
      siweUri: parameters.siweUri,
      domain: parameters.domain,
    })
    const channel: Channel = {
      state: 'pending',
      nonce,
      url: `${url}/app/siwf?${query}`,
      signatureParams: parameters,
    }
    const [oldest] = this.#channels.size >= maxChannels ? this.#channels.keys() : []
    if (oldest !== undefined) this.#channels.delete(oldest)
    this.#channels.set(channelToken, channel)
    return json({ channelToken, url: channel.url, nonce }, 201)
  }

  status({ headers }: CompanyRequest): Answer {
    const channel = this.#channels.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    return channel
      ? json(channel, channel.state === 'completed' ? 200 : 202)
      : json({ error: 'Unauthorized' }, 401)
  }

  /** Approves a login as a person does. @returns whether the channel was pending */
  async complete(
    channelToken: string,
    { person: key = 'lena', signer, userName, ...changed }: Approval,
  ): Promise<boolean> {
    const [channel, person] = [this.#channels.get(channelToken), personOf(key)]
    if (channel?.state !== 'pending' || !person) return false
    const fid = BigInt(idAt('farcaster', person))
    await this.#registries.register(accountOf(person).address, fid)
    const account = accountOf({ key: signer ?? key })
    const { siweUri, domain, nonce, expirationTime } = channel.signatureParams
    const message = createSiweMessage({
      address: account.address,
      chainId,
      domain,
      nonce,
      uri: siweUri,
      version: '1',
      statement: 'Farcaster Auth',
      issuedAt: new Date(),
      resources: [`farcaster://fid/${fid}`],
      ...(expirationTime !== undefined && { expirationTime: new Date(expirationTime) }),
      ...changed,
    })
    Object.assign(channel, {
      state: 'completed',
      message,
      signature: await account.signMessage({ message }),
      authMethod: 'custody',
      fid: Number(fid),
      username: userName ?? person.userName,
      displayName: person.name,
    })
    return true
  }
}

/** The page on which a person approves. */
async function approvePage(channels: Channels, request: CompanyRequest): Promise<Answer> {
  const channelToken = request.url.searchParams.get('channelToken') ?? ''
  const channel = channels.pending(channelToken)
  const page = (title: string, text: string) =>
    html(pageOf(title, markup`<h1>${title}</h1><p>${text}</p>`))
  if (!channel) return page('Nothing to approve', 'The login is over. Begin again at the site.')
  if (request.method !== 'POST')
    return html(
      consentPage({
        company: 'Farcaster',
        siteHost: channel.signatureParams.domain,
        action: `${request.url.pathname}${request.url.search}`,
        continues: 'Approve',
      }),
    )
  const person = request.form.get('answer') === 'continue' ? chosenIn(request.form) : undefined
  if (!person || !(await channels.complete(channelToken, { person: person.key })))
    return page('Not approved', 'Nobody was told. You can close this page.')
  return page('Approved', 'Go back to the site. You can close this page.')
}

/**
 * Starts a fake Farcaster on this machine.
 * @param options.chain the node of the development chain that gets the registries
 * @param options.port the preferred port; if it is taken, another free port is used
 */
export async function startFarcasterRelay({
  port,
  chain,
}: {
  port: number
  chain: string
}): Promise<FarcasterRelay> {
  const channels = new Channels(await putFarcasterRegistries(chain))
  let url = ''

  async function answer(request: CompanyRequest): Promise<Answer> {
    const call = `${request.method} ${request.url.pathname}`
    if (call === 'POST /v1/channel')
      return channels.open(JSON.parse(request.body) as ChannelParameters, url) // from the wallet
    if (call === 'GET /v1/channel/status') return channels.status(request)
    return request.url.pathname === '/app/siwf'
      ? approvePage(channels, request)
      : json({ error: 'Not found' }, 404)
  }

  const server = createServer((request, response) => {
    readCompanyRequest(request, url)
      .then(answer)
      .then((found) => send(response, found))
      .catch(() => send(response, { status: 500 }))
  })
  url = `http://127.0.0.1:${await openPort(server, { port, fallback: true })}`
  return {
    url,
    options: { relay: url, domain: 'wallet.localhost', rpcUrls: [chain] },
    async approve(uri, approval = {}) {
      if (!(await channels.complete(new URL(uri).searchParams.get('channelToken') ?? '', approval)))
        throw new Error('There is nothing to approve.')
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
