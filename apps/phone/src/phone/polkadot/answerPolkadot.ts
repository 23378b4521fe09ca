import { compactNumber, getSs58AddressInfo } from '@polkadot-api/substrate-bindings'
import { ProviderError } from 'latchkey/testing'
import { readDevnet } from '../../readDevnet.ts'
import type { SessionRequest } from '../client.ts'
import type { OpenTask } from '../createQueue.ts'
import { nameOfNetwork } from '../networks.ts'
import type { Parts } from '../parts.ts'
import type { Site } from '../siteOf.ts'
import type { Cautious } from '../solana/describeSolana.ts'
import { readRuntime } from './askPolkadot.ts'
import { describePolkadot, describeText } from './describePolkadot.ts'
import { fromHex, toHex } from './hex.ts'
import { signWithPolkadot, spelledFor } from './polkadotAccounts.ts'
import { isOfPolkadot, polkadotChainsOf } from './polkadotChains.ts'
import type { PolkadotChain } from './polkadotChains.ts'
import { readPayload } from './readPayload.ts'
import type { PolkadotTransaction } from './readPayload.ts'

type Params = Readonly<Record<string, unknown>>

/** A request for one of the phone's accounts. `address`: the account, spelled for the network. */
type Request = {
  parts: Parts
  chainId: string
  site: Site
  task: OpenTask
  address: string
  params: Params
}

/** Whether a request is on a Polkadot network. */
export const isPolkadot = ({ params }: SessionRequest): boolean => isOfPolkadot(params.chainId)

/**
 * Answers a request of a connected site on Polkadot, in the words of WalletConnect. Signatures are
 * in hex; those of transactions begin with the type of the key.
 * @throws ProviderError, Withdrawn
 */
export async function answerPolkadot(
  parts: Parts,
  { topic, params: { chainId, request } }: SessionRequest,
  site: Site,
  task: OpenTask,
): Promise<unknown> {
  const granted = parts.client.session.get(topic).namespaces['polkadot']?.accounts ?? []
  const given: unknown = request.params
  const params = isRecord(given) ? given : {}
  const answer = answers[request.method]
  if (!answer || !granted.some((id) => id.startsWith(`${chainId}:`)))
    throw new ProviderError(4200, `This wallet does not support ${request.method} on ${chainId}.`)
  // the site may name the account in the spelling of another network
  const address =
    typeof params['address'] === 'string' ? spelledFor(chainId, params['address']) : ''
  if (!granted.includes(`${chainId}:${address}`))
    throw new ProviderError(4100, 'The site may not use this account.')
  return answer({ parts, chainId, site, task, address, params })
}

const answers: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  async polkadot_signMessage(request) {
    const { address, params, site } = request
    const { message } = params
    if (typeof message !== 'string') throw new ProviderError(-32602, 'This is no text to sign.')
    const wrapped = new TextEncoder().encode(`<Bytes>${message}</Bytes>`)
    await consent(request, describeText(site.name, address, message))
    return { signature: toHex(sign(address, wrapped)) }
  },
  async polkadot_signTransaction(request) {
    const { address, params, site } = request
    const payload = params['transactionPayload']
    if (!isRecord(payload)) throw new ProviderError(-32602, 'This is no transaction.')
    checkAddress(payload, address)
    const chain = await chainOf(request)
    if (payload['genesisHash'] === undefined || !isGenesisOf(chain, payload['genesisHash']))
      throw new ProviderError(-32602, 'The transaction is for another network.')
    const transaction = readPayload(payload, await readRuntime(chain.rpcUrl))
    await consent(request, describePolkadot({ origin: site.name, address, chain, transaction }))
    const signature = sign(address, transaction.signed)
    return {
      signature: toHex(signature),
      ...(payload['withSignedTransaction'] === true && {
        signedTransaction: toHex(extrinsicOf(address, signature, transaction)),
      }),
    }
  },
}

/** All methods that the phone answers on Polkadot and may grant to sites. */
export const polkadotMethods: readonly string[] = Object.keys(answers)

/** @throws ProviderError if the payload is for another account */
function checkAddress(payload: Params, address: string): void {
  const named = payload['address']
  if (typeof named !== 'string' || keyOf(named) !== keyOf(address))
    throw new ProviderError(4100, 'The transaction is of another account.')
}

function keyOf(address: string): string | undefined {
  const info = getSs58AddressInfo(address)
  return info.isValid ? toHex(info.publicKey) : undefined
}

/** A network's CAIP-2 reference is the start of its genesis hash. */
const isGenesisOf = ({ networkId }: PolkadotChain, genesisHash: unknown): boolean =>
  typeof genesisHash === 'string' &&
  fromHex(genesisHash)?.length === 32 &&
  genesisHash.toLowerCase().slice(2, 34) === networkId.split(':')[1]

/** Finds the request's chain, also one that the devnet has started after the phone. */
async function chainOf({ parts: { store }, chainId }: Request): Promise<PolkadotChain> {
  const known = () => store.get().polkadot.find(({ networkId }) => networkId === chainId)
  if (!known()) {
    const devnet = await readDevnet().catch(() => undefined) // then the phone has no node
    if (devnet) store.set({ polkadot: polkadotChainsOf(devnet) })
  }
  const found = known()
  if (!found) throw new ProviderError(4200, `This wallet has no node for ${chainId}.`)
  return found
}

function sign(address: string, bytes: Uint8Array): Uint8Array {
  const signature = signWithPolkadot(address, bytes)
  if (!signature) throw new ProviderError(4100, 'The phone does not have this account.')
  return signature
}

/** The signed extrinsic, with its length before it. Source: Substrate's extrinsic of version 4 */
function extrinsicOf(
  address: string,
  signature: Uint8Array,
  { extra, method }: PolkadotTransaction,
): Uint8Array {
  const info = getSs58AddressInfo(address)
  const key = info.isValid ? info.publicKey : new Uint8Array()
  const body = [0x84, 0, ...key, ...signature, ...extra, ...method]
  return Uint8Array.from([...compactNumber.enc(body.length), ...body])
}

/** Asks the person. @throws ProviderError 4001 if the person refuses */
async function consent(
  { parts, chainId, task }: Request,
  { caution, ...description }: Cautious,
): Promise<void> {
  const network = nameOfNetwork(chainId, parts.store.get())
  const { yes } = await task.ask({
    type: 'request',
    description,
    network,
    ...(caution && { caution }),
  })
  if (!yes) throw new ProviderError(4001, 'User rejected the request.')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
