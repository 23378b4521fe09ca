import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { formatNetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import type { NetworkId } from '@latchkey/protocol/caip'
import { getAddress } from 'viem'
import { kitError } from '../../../core/errors/errors.ts'

/** The provider that a wallet gives a page. EIP-1193 */
export type Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (data: unknown) => void): unknown
  removeListener?(event: string, listener: (data: unknown) => void): unknown
}

/** Checks that a value is a provider. @throws KitError providerDisconnected */
export function toProvider(value: unknown): Provider {
  if (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  )
    return value as Provider // the condition has checked it
  throw kitError('providerDisconnected')
}

/**
 * Sends one request to a wallet.
 * @throws the wallet's errors
 */
export async function sendRequest(
  provider: Provider,
  method: string,
  params?: unknown,
): Promise<unknown> {
  return provider.request(params === undefined ? { method } : { method, params })
}

/**
 * Listens to a provider until the returned function is called. Errors of the wallet when a listener
 * is added or removed are ignored: the wallet can be connected without events.
 */
export function listen(
  provider: Provider,
  events: Readonly<Record<string, (data: unknown) => void>>,
): () => void {
  const eachEvent = (use: (event: string, listener: (data: unknown) => void) => unknown) =>
    Object.entries(events).forEach(([event, listener]) => attempt(() => use(event, listener)))
  eachEvent((event, listener) => provider.on?.(event, listener))
  return () => eachEvent((event, listener) => provider.removeListener?.(event, listener))
}

function attempt(run: () => unknown): void {
  try {
    const answer = run()
    if (answer instanceof Promise) answer.catch(() => {}) // the wallet then reports no events
  } catch {
    // the wallet then reports no events
  }
}

/**
 * The result of reading an untrusted value; `fallback` if reading it throws. It is the same as in
 * `core/requests`. This copy lets the code for phones load without it.
 */
export function readSafely<value>(task: () => value, fallback: value): value {
  try {
    return task()
  } catch {
    return fallback
  }
}

/**
 * The first 100 addresses in a wallet's answer, without duplicates, with EIP-55 checksums. Empty if
 * the answer is no list or can't be read.
 */
export function readAddresses(value: unknown): readonly string[] {
  return readSafely(
    () =>
      Array.isArray(value)
        ? [
            ...new Set(
              value
                .filter(isEvmAddress)
                .slice(0, counts.walletAccounts)
                .map((address) => getAddress(address)),
            ),
          ]
        : [],
    [],
  )
}

/** Whether a wallet reports an empty list of accounts: it no longer shares an account. */
export const isEmptyList = (value: unknown): boolean =>
  readSafely(() => Array.isArray(value) && value.length === 0, false)

/**
 * The network of a chain id that a wallet reports: a number, or a text in hex or decimal. Undefined
 * for an invalid chain id. EIP-695
 */
export function readNetworkId(value: unknown): NetworkId | undefined {
  const id =
    typeof value === 'number' || (typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value))
      ? Number(value)
      : 0
  return Number.isSafeInteger(id) && id > 0 ? formatNetworkId('eip155', id) : undefined
}
