import { getBase58Decoder, getBase64Encoder } from '@solana/kit'
import { ProviderError } from 'latchkey/testing'
import type { Owners } from './describeSolana.ts'

/** The time limits for the node's answers, in milliseconds. */
const limits = { owners: 3_000, send: 20_000 } as const

/** Sends a request to a Solana node. @throws ProviderError with the node's own code and sentence */
async function ask(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  ms: number,
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(ms),
  })
  const answer: unknown = await response.json()
  if (!isRecord(answer)) throw new ProviderError(-32603, 'The node gave no answer.')
  const { error, result } = answer
  if (isRecord(error))
    throw ProviderError.fromNode({
      code: typeof error['code'] === 'number' ? error['code'] : -32603,
      message: String(error['message']).slice(0, 300),
      data: error['data'],
    })
  return result
}

/**
 * Sends a signed transaction to the node. Sending it twice is harmless, because the chain accepts a
 * signature only once. @throws ProviderError if the node refuses it
 */
export async function sendSolana(
  rpcUrl: string,
  transaction: string,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  await ask(
    rpcUrl,
    'sendTransaction',
    [transaction, { ...options, encoding: 'base64' }],
    limits.send,
  )
}

/**
 * Returns the owners of token accounts, without accounts that the node does not know. It is empty
 * if the node does not answer.
 */
export async function ownersOf(
  rpcUrl: string | undefined,
  accounts: readonly string[],
): Promise<Owners> {
  if (rpcUrl === undefined || accounts.length === 0) return {}
  try {
    const result = await ask(
      rpcUrl,
      'getMultipleAccounts',
      [accounts, { encoding: 'base64', dataSlice: { offset: 32, length: 32 } }],
      limits.owners,
    )
    const rows: unknown[] =
      isRecord(result) && Array.isArray(result['value']) ? result['value'] : []
    return Object.fromEntries(
      accounts.flatMap((account, index) => {
        const owner = ownerIn(rows[index])
        return owner === undefined ? [] : [[account, owner]]
      }),
    )
  } catch {
    return {} // the question then shows the token account instead of its owner
  }
}

/** Returns the owner of a token account, which is in bytes 32 to 63. */
function ownerIn(row: unknown): string | undefined {
  const data = isRecord(row) && Array.isArray(row['data']) ? row['data'] : []
  const text: unknown = data[0]
  const bytes = typeof text === 'string' ? getBase64Encoder().encode(text) : []
  return bytes.length === 32 ? getBase58Decoder().decode(Uint8Array.from(bytes)) : undefined
}

/** Returns an account's lamports in confirmed blocks. @throws if the node does not answer */
export async function lamportsOf(rpcUrl: string, address: string): Promise<bigint> {
  const result = await ask(
    rpcUrl,
    'getBalance',
    [address, { commitment: 'confirmed' }],
    limits.owners,
  )
  if (!isRecord(result) || typeof result['value'] !== 'number')
    throw new ProviderError(-32603, 'The node gave no answer.')
  return BigInt(result['value'])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
