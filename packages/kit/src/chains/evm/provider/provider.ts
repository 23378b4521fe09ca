import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { formatNetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import type { NetworkId } from '@latchkey/protocol/caip'
import { getAddress } from 'viem'
import { kitError } from '../../../core/errors.ts'

/** What a wallet gives a page. EIP-1193 */
export type Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (data: unknown) => void): unknown
  removeListener?(event: string, listener: (data: unknown) => void): unknown
}

/** A provider that can be asked. @throws KitError providerDisconnected */
export function toProvider(value: unknown): Provider {
  if (typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function') return value as Provider // just seen
  throw kitError('providerDisconnected')
}

/** One question to a wallet. @throws what it answers, also where it throws instead of rejecting */
export async function ask(provider: Provider, method: string, params?: unknown): Promise<unknown> {
  return provider.request(params === undefined ? { method } : { method, params })
}

/** Listens to a provider until the returned function is called. A wallet whose events can not be heard is connected all the same. */
export function listen(provider: Provider, events: Readonly<Record<string, (data: unknown) => void>>): () => void {
  const all = (use: (event: string, listener: (data: unknown) => void) => unknown) => Object.entries(events).forEach(([event, listener]) => attempt(() => use(event, listener)))
  all((event, listener) => provider.on?.(event, listener))
  return () => all((event, listener) => provider.removeListener?.(event, listener))
}

function attempt(run: () => unknown): void {
  try {
    const answer = run()
    if (answer instanceof Promise) answer.catch(() => {}) // it says nothing by itself
  } catch {
    // it says nothing by itself
  }
}

/** What a look at a stranger's value gives; `otherwise` where it throws when it is looked at. */
export function look<value>(task: () => value, otherwise: value): value {
  try {
    return task()
  } catch {
    return otherwise
  }
}

/** The first 100 addresses among what a wallet answered, each once, with the checksum of EIP-55; none where it is no list, or none that can be read. */
export function readAddresses(value: unknown): readonly string[] {
  return look(() => (Array.isArray(value) ? [...new Set(value.filter(isEvmAddress).slice(0, counts.walletAccounts).map((one) => getAddress(one)))] : []), [])
}

/** Whether a wallet says that it shares no account any more. */
export const isEmptyList = (value: unknown): boolean => look(() => Array.isArray(value) && value.length === 0, false)

/** The network of a chain id as wallets tell it: hex, decimal or a number; undefined for what is none. EIP-695 */
export function readNetworkId(value: unknown): NetworkId | undefined {
  const id = typeof value === 'number' || (typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? formatNetworkId('eip155', id) : undefined
}
