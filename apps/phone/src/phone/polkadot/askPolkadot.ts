import { compactNumber } from '@polkadot-api/substrate-bindings'
import { ProviderError } from 'latchkey/testing'
import { fromHex } from './hex.ts'

/** Milliseconds for one answer of the node. */
const limit = 15_000

/** What the node says about the runtime: its version, and its metadata in SCALE. */
export type Runtime = { specVersion: number; metadata: Uint8Array }

/**
 * Reads a chain's runtime from its node: metadata 15, or 14 from an older node.
 * @throws ProviderError if the node does not answer
 */
export async function readRuntime(rpcUrl: string): Promise<Runtime> {
  const version = await ask(rpcUrl, 'state_getRuntimeVersion', [])
  const specVersion = isRecord(version) ? version['specVersion'] : undefined
  const metadata =
    (await askMetadata15(rpcUrl).catch(() => undefined)) ??
    fromHex(await ask(rpcUrl, 'state_getMetadata', []))
  if (typeof specVersion !== 'number' || !metadata)
    throw new ProviderError(-32603, 'The node gave no answer.')
  return { specVersion, metadata }
}

/** Undefined from a runtime that does not have it. Source: `Metadata_metadata_at_version` */
async function askMetadata15(rpcUrl: string): Promise<Uint8Array | undefined> {
  const answer = await ask(rpcUrl, 'state_call', ['Metadata_metadata_at_version', '0x0f000000'])
  const bytes = fromHex(answer)
  if (!bytes || bytes[0] !== 1) return undefined
  const length = compactNumber.dec(bytes.slice(1))
  return bytes.slice(bytes.length - length)
}

/** Sends a request to a node. @throws ProviderError with the node's own code and sentence */
async function ask(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(limit),
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
