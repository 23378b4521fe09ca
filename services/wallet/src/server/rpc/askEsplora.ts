import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import { rpcAnswerBytes } from '@latchkey/protocol/counts'
import type { frameBitcoinMethods } from '@latchkey/protocol/frame/nodeMethods'
import { frameBitcoinSend } from '@latchkey/protocol/frame/nodeMethods'
import { isRecord } from '@latchkey/protocol/isObject'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'
import { NodesError } from './askNodes.ts'

type Method = (typeof frameBitcoinMethods)[number]
type Params = Readonly<Record<string, unknown>>
/** A request to an Esplora, and whether its answer is JSON. Other answers are plain text. */
type EsploraRequest = { path: string; body?: string; isJson: boolean }

/** A call of the frame, and its answer, in the form of JSON-RPC 2.0. */
type Call = { id: string | number; method: string; params?: unknown }
type Answer = { jsonrpc: '2.0'; id: string | number } & (
  | { result: unknown }
  | { error: { code: number; message: string } }
)

/** Milliseconds for one Esplora's answer. */
const limit = 10_000
/** Codes of JSON-RPC: invalid parameters; not found, and rejected by the node. EIP-1474 */
const codes = { invalidParams: -32602, notFound: -32001, rejected: -32003 }

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** The request of each method. Undefined for parameters of another form. */
const requests: { readonly [method in Method]: (params: Params) => EsploraRequest | undefined } = {
  rawTransaction: ({ txid }) =>
    isId(txid) ? { path: `/tx/${txid}/hex`, isJson: false } : undefined,
  coins: ({ address }) =>
    isBitcoinAddress(address) ? { path: `/address/${address}/utxo`, isJson: true } : undefined,
  feeEstimates: () => ({ path: '/fee-estimates', isJson: true }),
  [frameBitcoinSend]: ({ transaction }) =>
    typeof transaction === 'string' && /^(?:[0-9a-f]{2})+$/.test(transaction)
      ? { path: '/tx', body: transaction, isJson: false }
      : undefined,
}

/**
 * Answers calls of the frame from a network's Esploras. For a call that reads, they are asked one
 * after the other until one answers. A transaction is sent to the first one only.
 * docs/contracts/wallet-server.md#esplora
 * @throws NodesError, TooLargeError, the signal's reason
 */
export async function askEsplora(
  urls: readonly string[],
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const { id, method, params } of calls) {
    // the caller has checked the method
    const request = requests[method as Method](isRecord(params) ? params : {})
    answers.push({
      jsonrpc: '2.0',
      id,
      ...(request
        ? await ask(urls, request, signal)
        : { error: { code: codes.invalidParams, message: 'Invalid params' } }),
    })
  }
  return answers
}

type Outcome = { result: unknown } | { error: { code: number; message: string } }

async function ask(
  urls: readonly string[],
  request: EsploraRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  let cause: unknown
  for (const url of request.body === undefined ? urls : urls.slice(0, 1)) {
    try {
      return await withLimit(limit, signal, (limited) => askOne(url, request, limited))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TooLargeError) throw error
      cause = error
    }
  }
  throw new NodesError('No Esplora answered', { cause })
}

async function askOne(
  url: string,
  { path, body, isJson }: EsploraRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const address = new URL(url) // it may have a query
  address.pathname = address.pathname.replace(/\/+$/, '') + path
  const response = await fetch(address, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: { 'content-type': 'text/plain' },
    redirect: 'error',
    signal,
  })
  const bytes = await readLimited(response.body, rpcAnswerBytes)
  const text = bytes.toString()
  if (response.ok) return { result: isJson ? (JSON.parse(text) as unknown) : text.trim() }
  if (response.status === 404 && body === undefined)
    return { error: { code: codes.notFound, message: 'Not found' } }
  // the node's reason why it refuses the transaction
  if (response.status === 400 && body !== undefined)
    return { error: { code: codes.rejected, message: text.slice(0, 300) } }
  throw new NodesError(`Status ${response.status}`)
}
