import type { Chain } from '../chain/types.ts'
import { RpcError } from './rpcError.ts'

/** Answers a call. Its parameters are unchecked. @throws RpcError */
export type RpcMethod = (chain: Chain, params: readonly unknown[]) => unknown

/** Reads a hash of 32 bytes. */
export function readHash(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new RpcError('type', `${name} must be a string`)
  if (/^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw new RpcError(
    'parameter',
    value.length === 64
      ? `${name} must be hexadecimal string (not '${value}')`
      : `${name} must be of length 64 (not ${value.length}, for '${value.slice(0, 80)}')`,
  )
}

/** Reads a whole number. */
export function readInteger(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new RpcError('type', `${name} must be an integer`)
}

/** Reads how much of a block or a transaction is shown: a number, or a boolean. */
export function readVerbosity(value: unknown, standard: number): number {
  if (value === undefined || value === null) return standard
  return typeof value === 'boolean' ? Number(value) : readInteger(value, 'verbosity')
}

/** Writes satoshis as bitcoind does: a number of bitcoins. */
export const bitcoins = (satoshis: bigint | number): number => Number(satoshis) / 100_000_000
