import { isObject, isRecord } from '@latchkey/protocol/isObject'
import { readUrl } from '@latchkey/protocol/readUrl'
import { fault } from '../../bridge/Fault.ts'
import type { PaymasterService } from '../../smartAccount/operation.ts'
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
  /** The site needs all of several calls to have their effect, or none. */
  isAtomic?: true
  /** The site wants this paymaster to pay the fee. ERC-7677 */
  paymaster?: PaymasterService
}

/** Maximum of calls of one batch. */
export const maxCalls = 20
/** Maximum of characters of a site's id of a batch, and of a URL. EIP-5792 */
const [maxIdLength, maxUrlLength] = [4_096, 2_048]
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
 * @throws Fault -32602; 5700 for a capability that is unknown and not marked as optional; 5740 for
 *   too many calls
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
  const paymaster = readCapabilities(capabilities)
  if (calls.length > maxCalls) throw fault('callsTooMany')
  const requestedChain = chainId === undefined ? undefined : readChain(chainId)
  const chain = chainOf(requestedChain)
  const [first, ...rest] = calls.map((call: unknown) => readCall(call, chain))
  if (!first) throw fault('invalidParams')
  return {
    from,
    transactions: [first, ...rest],
    ...(typeof id === 'string' && { id }),
    ...(requestedChain !== undefined && { chainId: requestedChain }),
    ...(atomicRequired && calls.length > 1 && { isAtomic: true }),
    ...(paymaster && { paymaster }),
  }
}

function readCall(call: unknown, chainId: number): RequestedTransaction {
  if (!isRecord(call)) throw fault('invalidParams')
  const { capabilities, to, data, value, ...rest } = call
  if (Object.keys(rest).length > 0) throw fault('invalidParams')
  checkCapabilities(capabilities)
  return readTransaction({ to, data, value }, chainId)
}

/**
 * Reads the capabilities of a batch: the wallet has `paymasterService`. ERC-7677
 * @throws Fault 5700 for a required one that the wallet does not have
 */
export function readCapabilities(capabilities: unknown): PaymasterService | undefined {
  if (!isRecord(capabilities)) return checkCapabilities(capabilities)
  const { paymasterService, ...others } = capabilities
  checkCapabilities(others)
  if (paymasterService === undefined) return undefined
  if (!isRecord(paymasterService)) throw fault('capabilityUnsupported')
  const { url, context, optional } = paymasterService
  const isOptional = optional === true
  const isRead =
    typeof url === 'string' &&
    url.length <= maxUrlLength &&
    isPaymasterUrl(url) &&
    (context === undefined || context === null || isRecord(context))
  if (isRead) return { url, context: isRecord(context) ? context : undefined, isOptional }
  if (!isOptional) throw fault('capabilityUnsupported')
  return undefined
}

/** Whether the server calls such a URL: it has no name or password for a site to smuggle in. */
function isPaymasterUrl(text: string): boolean {
  const url = readUrl(text)
  return url !== undefined && url.username === '' && url.password === ''
}

/** Refuses required capabilities that the wallet does not have. */
function checkCapabilities(capabilities: unknown): undefined {
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
