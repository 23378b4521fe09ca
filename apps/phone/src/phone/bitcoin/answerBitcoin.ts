import { describeConsent, ProviderError } from 'latchkey/testing'
import { createBitcoinWallet } from 'latchkey/testing/bitcoin'
import type { SessionRequest } from '../client.ts'
import type { OpenTask } from '../createQueue.ts'
import { nameOfNetwork } from '../networks.ts'
import type { Parts } from '../parts.ts'
import type { Site } from '../siteOf.ts'
import { addressesOf, bitcoinKeys } from './bitcoinAccounts.ts'

type Params = Readonly<Record<string, unknown>>
type Send = (method: string, params: object) => Promise<Params>

/** Whether a request is on a Bitcoin network. */
export const isBitcoin = ({ params }: SessionRequest): boolean =>
  params.chainId.startsWith('bip122:')

/**
 * Answers a request of a connected site on Bitcoin, in the words of WalletConnect's bip122. Texts
 * are signed by BIP-322, and the signature is in hex, as the specification says.
 * @throws ProviderError, Withdrawn
 */
export async function answerBitcoin(
  parts: Parts,
  sessionRequest: SessionRequest,
  site: Site,
  task: OpenTask,
): Promise<unknown> {
  const { chainId, request } = sessionRequest.params
  const granted =
    parts.client.session.get(sessionRequest.topic).namespaces['bip122']?.accounts ?? []
  const given: unknown = request.params
  const params = isRecord(given) ? given : {}
  const { account } = params
  const answer = answers[request.method]
  if (!answer || !granted.some((id) => id.startsWith(`${chainId}:`)))
    throw new ProviderError(4200, `This wallet does not support ${request.method} on ${chainId}.`)
  if (typeof account !== 'string' || !granted.includes(`${chainId}:${account}`))
    throw new ProviderError(4100, 'The site may not use this account.')
  return answer(params, account, senderFor({ parts, site, task, chainId, account }))
}

const answers: Readonly<Record<string, (params: Params, account: string, send: Send) => unknown>> =
  {
    getAccountAddresses: (_, account) => addressesOf(account),

    async signMessage({ message, address, protocol }, account, send) {
      const by = typeof address === 'string' ? address : account
      if (typeof message !== 'string') throw new ProviderError(-32602, 'This is no text to sign.')
      const { signature } = await send('signMessage', {
        address: by,
        message,
        protocol: protocol === 'ecdsa' ? 'ECDSA' : 'BIP322',
      })
      return { address: by, signature: hexOf(String(signature)) }
    },

    async signPsbt({ psbt, signInputs, broadcast }, _, send) {
      if (typeof psbt !== 'string' || !Array.isArray(signInputs) || broadcast === true)
        throw new ProviderError(-32602, 'This is no transaction that the phone signs.')
      const inputs: Record<string, number[]> = {}
      for (const entry of signInputs as readonly unknown[]) {
        const { address, index } = isRecord(entry) ? entry : {}
        if (typeof address !== 'string' || typeof index !== 'number')
          throw new ProviderError(-32602, 'An input has no address.')
        ;(inputs[address] ??= []).push(index)
      }
      const { psbt: signed } = await send('signPsbt', { psbt, signInputs: inputs })
      return { psbt: signed }
    },
  }

/** All methods that the phone answers on Bitcoin and may grant to sites. */
export const bitcoinMethods: readonly string[] = Object.keys(answers)

/** Creates the function that sends a request to the account's keys, after asking the person. */
function senderFor({
  parts,
  site,
  task,
  chainId,
  account,
}: {
  parts: Parts
  site: Site
  task: OpenTask
  chainId: string
  account: string
}): Send {
  const network = nameOfNetwork(chainId, parts.store.get())
  let failure: unknown
  const { provider } = createBitcoinWallet({
    dialect: 'satsConnect',
    accounts: () => bitcoinKeys.filter(({ payment }) => payment.address === account),
    async confirm(request) {
      if (request.kind === 'connect') return
      const description = describeConsent({ type: 'bitcoin', origin: site.name, network, request })
      try {
        const { yes } = await task.ask({ type: 'request', description, network })
        if (!yes) throw new ProviderError(4001, 'User rejected the request.')
      } catch (error) {
        failure = error
        throw error
      }
    },
  })
  const { request } = provider as {
    request(
      method: string,
      params: object,
    ): Promise<{ result?: unknown; error?: { message: string } }>
  } // the interface of sats-connect
  return async (method, params) => {
    await request('wallet_connect', { addresses: ['payment', 'ordinals'] })
    const { result, error } = await request(method, params)
    if (failure) throw failure as Error // what the question threw
    if (error) throw new ProviderError(-32602, error.message)
    return isRecord(result) ? result : {}
  }
}

const hexOf = (base64: string) =>
  Array.from(atob(base64), (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
