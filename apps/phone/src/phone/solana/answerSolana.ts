import { getBase58Decoder, getBase58Encoder, getBase64EncodedWireTransaction } from '@solana/kit'
import type { SignatureBytes } from '@solana/kit'
import { ProviderError } from 'latchkey/testing'
import type { SessionRequest } from '../client.ts'
import type { OpenTask } from '../createQueue.ts'
import { nameOfNetwork } from '../networks.ts'
import type { Parts } from '../parts.ts'
import type { Site } from '../siteOf.ts'
import { ownersOf, sendSolana } from './askSolana.ts'
import { describeMessage, describeTransactions } from './describeSolana.ts'
import type { Cautious } from './describeSolana.ts'
import { isMessageOfTransaction, readSolana } from './readSolana.ts'
import type { SolanaTransaction } from './readSolana.ts'
import { signWithSolana } from './solanaKeys.ts'

/**
 * The limits of one request: the characters of a message in base58, whose decoding takes quadratic
 * time, and the number of transactions.
 */
const max = { characters: 16_384, transactions: 20 } as const

type Call = {
  parts: Parts
  sessionRequest: SessionRequest
  site: Site
  task: OpenTask
  permitted: readonly string[]
  params: Record<string, unknown>
}

/** Whether a request is on a Solana network. */
export const isSolana = ({ params }: SessionRequest): boolean =>
  params.chainId.startsWith('solana:')

/**
 * Answers a request of a connected site on Solana. Transactions are in base64, signatures in
 * base58.
 * @throws ProviderError, Withdrawn
 */
export async function answerSolana(
  parts: Parts,
  sessionRequest: SessionRequest,
  site: Site,
  task: OpenTask,
): Promise<unknown> {
  const { chainId, request } = sessionRequest.params
  const accounts =
    parts.client.session.get(sessionRequest.topic).namespaces['solana']?.accounts ?? []
  const permitted = accounts
    .filter((account) => account.startsWith(`${chainId}:`))
    .map((account) => account.slice(chainId.length + 1))
  const params: unknown = request.params
  const answer = answers[request.method]
  if (!answer || permitted.length === 0)
    throw new ProviderError(4200, `This wallet does not support ${request.method} on ${chainId}.`)
  return answer({
    parts,
    sessionRequest,
    site,
    task,
    permitted,
    params: isRecord(params) ? params : {},
  })
}

const answers: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  async solana_signMessage(call) {
    const { message, pubkey } = call.params
    const bytes =
      typeof message === 'string' && message.length <= max.characters
        ? fromBase58(message)
        : undefined
    if (!bytes || isMessageOfTransaction(bytes))
      throw new ProviderError(-32602, 'This is no text to sign.')
    const address = permittedOf(call, [pubkey])
    await consent(call, describeMessage(call.site.name, address, bytes))
    return { signature: toBase58(signWithSolana(address, bytes)) }
  },
  async solana_signTransaction(call) {
    const [signed] = await sign(call, [call.params['transaction']], false)
    return signed && { signature: toBase58(signed.own), transaction: signed.wire }
  },
  async solana_signAllTransactions(call) {
    const { transactions } = call.params
    if (
      !Array.isArray(transactions) ||
      transactions.length === 0 ||
      transactions.length > max.transactions
    )
      throw new ProviderError(-32602, 'This is no list of transactions.')
    return { transactions: (await sign(call, transactions, false)).map(({ wire }) => wire) }
  },
  async solana_signAndSendTransaction(call) {
    const { transaction, sendOptions, options } = call.params
    const rpcUrl = nodeOf(call)
    if (rpcUrl === undefined)
      throw new ProviderError(
        4200,
        `This wallet has no node for ${call.sessionRequest.params.chainId}.`,
      )
    const [signed] = await sign(call, [transaction], true)
    if (!signed) return undefined
    await sendSolana(rpcUrl, signed.wire, optionsOf(sendOptions ?? options))
    return { signature: toBase58(signed.first) }
  },
}

/**
 * All methods that the phone answers on Solana and may grant to sites. Source: WalletConnect,
 * Solana RPC reference
 */
export const solanaMethods: readonly string[] = Object.keys(answers)

type Signed = {
  wire: string
  /** The account's signature. */
  own: Uint8Array
  /** The first signature, which identifies the transaction. */
  first: Uint8Array
}

async function sign(
  call: Call,
  texts: readonly unknown[],
  isSent: boolean,
): Promise<readonly Signed[]> {
  const transactions = texts.map(readSolana)
  const address = permittedOf(call, transactions[0]?.signers ?? [])
  if (transactions.some(({ signers }) => !signers.includes(address)))
    throw new ProviderError(4100, 'The account has nothing to sign there.')
  const places = transactions.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'token' ? [step.to] : [])),
  )
  const owners = await ownersOf(nodeOf(call), [...new Set(places)])
  await consent(
    call,
    describeTransactions({ origin: call.site.name, address, transactions, isSent, owners }),
  )
  return transactions.map((one) => signOne(one, address))
}

function signOne({ transaction, signers }: SolanaTransaction, address: string): Signed {
  // an Ed25519 signature has 64 bytes
  const own = signWithSolana(address, Uint8Array.from(transaction.messageBytes)) as SignatureBytes
  const signatures: Readonly<Record<string, SignatureBytes | null>> = {
    ...transaction.signatures,
    [address]: own,
  }
  return {
    wire: getBase64EncodedWireTransaction({ ...transaction, signatures }),
    own,
    first: signatures[signers[0] ?? address] ?? own,
  }
}

/** Returns the account that has to sign, if the site may use it. @throws ProviderError 4100 */
function permittedOf({ permitted }: Call, wanted: readonly unknown[]): string {
  const found = permitted.find((address) => wanted.includes(address))
  if (found === undefined) throw new ProviderError(4100, 'The site may not use this account.')
  return found
}

/** Asks the person. @throws ProviderError 4001 if the person refuses */
async function consent(
  { parts, sessionRequest: asked, task }: Call,
  { caution, ...description }: Cautious,
): Promise<void> {
  const network = nameOfNetwork(asked.params.chainId, parts.store.get())
  const { yes } = await task.ask({
    type: 'request',
    description,
    network,
    ...(caution && { caution }),
  })
  if (!yes) throw new ProviderError(4001, 'User rejected the request.')
}

const nodeOf = ({ parts, sessionRequest: asked }: Call) =>
  parts.store.get().solana.find(({ networkId }) => networkId === asked.params.chainId)?.rpcUrl

/** Returns the options that a node accepts. */
function optionsOf(options: unknown): Record<string, unknown> {
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = isRecord(options)
    ? options
    : {}
  return Object.fromEntries(
    Object.entries({ skipPreflight, preflightCommitment, maxRetries, minContextSlot }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

function fromBase58(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(getBase58Encoder().encode(text))
  } catch {
    return undefined // not base58
  }
}

const toBase58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
