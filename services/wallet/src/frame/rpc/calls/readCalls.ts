import { isObject, isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import { readTransaction } from '../readTransaction.ts'
import type { RequestedTransaction } from '../readTransaction.ts'

/** A batch as the site requests it. */
export type RequestedCalls = {
  /** The site's id of the batch; without it the wallet creates one. */
  id?: string
  from: unknown
  /** The chain's number, if the site gives one. */
  chainId?: number
  transactions: readonly [RequestedTransaction, ...RequestedTransaction[]]
}

/** Maximum of calls of one batch. */
export const maxCalls = 20
/** Maximum of characters of a site's id of a batch. EIP-5792 */
const maxIdLength = 4_096
const versions = ['1.0', '2.0.0']
const members = new Set([
  'version',
  'id',
  'from',
  'chainId',
  'atomicRequired',
  'calls',
  'capabilities',
])

/**
 * Reads the parameters of `wallet_sendCalls`. EIP-5792, 2.0.0 and 1.0
 * @throws Fault -32602; 5700 for a capability that is not marked as optional; 5740 for too
 *   many calls; 5760 for an atomic batch
 */
export function readCalls(
  params: unknown,
  chainOf: (chainId: number | undefined) => number,
): RequestedCalls {
  const [batch]: readonly unknown[] = Array.isArray(params) ? params : []
  if (!isRecord(batch) || Object.keys(batch).some((name) => !members.has(name)))
    throw fault('invalidParams')
  const { version, id, from, chainId, atomicRequired = false, calls, capabilities } = batch
  if (
    typeof version !== 'string' ||
    !versions.includes(version) ||
    typeof atomicRequired !== 'boolean'
  )
    throw fault('invalidParams')
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > maxIdLength))
    throw fault('invalidParams')
  if (!Array.isArray(calls) || calls.length === 0) throw fault('invalidParams')
  checkCapabilities(capabilities)
  if (calls.length > maxCalls) throw fault('callsTooMany')
  if (atomicRequired && calls.length > 1) throw fault('atomicUnsupported')
  const requestedChain = chainId === undefined ? undefined : readChain(chainId)
  const chain = chainOf(requestedChain)
  const [first, ...rest] = calls.map((call: unknown) => readCall(call, chain))
  if (!first) throw fault('invalidParams')
  return {
    from,
    transactions: [first, ...rest],
    ...(typeof id === 'string' && { id }),
    ...(requestedChain !== undefined && { chainId: requestedChain }),
  }
}

function readCall(call: unknown, chainId: number): RequestedTransaction {
  if (!isRecord(call)) throw fault('invalidParams')
  const { capabilities, to, data, value, ...rest } = call
  if (Object.keys(rest).length > 0) throw fault('invalidParams')
  checkCapabilities(capabilities)
  return readTransaction({ to, data, value }, chainId)
}

/** Refuses required capabilities: the wallet has none. */
function checkCapabilities(capabilities: unknown): void {
  if (capabilities === undefined) return
  if (!isRecord(capabilities)) throw fault('invalidParams')
  for (const capability of Object.values(capabilities))
    if (!isObject(capability) || capability['optional'] !== true)
      throw fault('capabilityUnsupported')
}

function readChain(chainId: unknown): number {
  if (typeof chainId !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(chainId))
    throw fault('invalidParams')
  return Number(chainId)
}
