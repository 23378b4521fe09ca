import { isObject } from '@latchkey/protocol/isObject'
import { isChecksummed } from '@latchkey/protocol/signIn/isChecksummed'
import type { Address } from '../approve/decode/Effect.ts'
import { fault } from '../bridge/Fault.ts'
import { isHexBytes } from './hex.ts'

/**
 * A transaction as the site requests it. The wallet fills in absent numbers. `gas` is in units of
 * gas; `value` and the prices are in wei.
 */
export type RequestedTransaction = {
  /** Absent: a contract is created. */
  to?: Address
  value: bigint
  /** Hex with `0x`. */
  data: `0x${string}`
  gas?: bigint
  nonce?: number
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}

/** Maximum units of gas that a site may request: more than transactions need. */
const maxGas = 100_000_000n

/**
 * Members that a site may send. The wallet refuses others, such as authorisations (EIP-7702), blobs
 * and access lists, because its screens do not show them.
 */
const known = new Set([
  'from',
  'to',
  'value',
  'data',
  'input',
  'gas',
  'gasLimit',
  'nonce',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'chainId',
  'type',
])

/**
 * Reads the parameters of `eth_sendTransaction`. EIP-1474
 * @throws Fault -32602 for a member that the wallet does not show, an invalid value, another chain
 *   than the request's, a type other than 0 and 2, prices that contradict each other or the type,
 *   too much gas, `data` and `input` that differ, and a transaction without recipient and data
 */
export function readTransaction(value: unknown, chainId: number): RequestedTransaction {
  if (
    !isObject(value) ||
    Object.keys(value).some((name) => value[name] !== undefined && !known.has(name))
  )
    throw fault('invalidParams')
  const number = (name: string) =>
    value[name] === undefined || value[name] === null ? undefined : readNumber(value[name])
  const wantedChain = number('chainId')
  if (wantedChain !== undefined && wantedChain !== BigInt(chainId)) throw fault('invalidParams')
  const type = number('type')
  if (type !== undefined && type !== 0n && type !== 2n) throw fault('invalidParams')
  const nonce = number('nonce')
  if (nonce !== undefined && nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw fault('invalidParams')
  const price = {
    gasPrice: number('gasPrice'),
    maxFeePerGas: number('maxFeePerGas'),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas'),
  }
  if (!isOnePrice(price, type)) throw fault('invalidParams')
  const [gas, gasLimit] = [number('gas'), number('gasLimit')]
  if (
    (gas !== undefined && gasLimit !== undefined && gas !== gasLimit) ||
    (gas ?? gasLimit ?? 0n) > maxGas
  )
    throw fault('invalidParams')
  const to = readTo(value['to'])
  const data = readData(value['data'] ?? value['input'], value['input'])
  if (to === undefined && data === '0x') throw fault('invalidParams')
  return without({
    to,
    value: number('value') ?? 0n,
    data,
    gas: gas ?? gasLimit,
    nonce: nonce === undefined ? undefined : Number(nonce),
    ...price,
  })
}

/**
 * Whether the prices fit together and fit the type. A transaction has either `gasPrice` (not with
 * type 2), or one or both of the fees of EIP-1559 (not with type 0), or neither. The priority fee
 * may not exceed the maximum fee. EIP-1559
 */
function isOnePrice(
  {
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }: Record<'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas', bigint | undefined>,
  type: bigint | undefined,
): boolean {
  const isMarket = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && (isMarket || type === 2n)) return false
  return (
    !(isMarket && type === 0n) &&
    (maxPriorityFeePerGas ?? 0n) <= (maxFeePerGas ?? maxPriorityFeePerGas ?? 0n)
  )
}

function readNumber(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw fault('invalidParams')
}

/**
 * Reads the recipient, and returns it in lower case; undefined if it is absent or `0x`. The site
 * may send it in lower case, in upper case, or with the mixed case of its checksum. Any other mix
 * is probably a typing error, and assets sent to that address would be lost. EIP-55
 */
function readTo(value: unknown): Address | undefined {
  if (value === undefined || value === null || value === '0x') return undefined
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw fault('invalidParams')
  if (/[a-f]/.test(value) && /[A-F]/.test(value) && !isChecksummed(value))
    throw fault('invalidParams')
  return `0x${value.slice(2).toLowerCase()}`
}

function readData(value: unknown, input: unknown): `0x${string}` {
  if (value === undefined || value === null) return '0x'
  // If `data` and `input` differ, one of them would not be shown.
  if (
    typeof value !== 'string' ||
    !isHexBytes(value) ||
    (input !== undefined && input !== null && input !== value)
  )
    throw fault('invalidParams')
  return value
}

/** Removes the members whose value is undefined. */
function without(
  transaction: { [name in keyof RequestedTransaction]: RequestedTransaction[name] | undefined },
): RequestedTransaction {
  const members = Object.entries(transaction).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as RequestedTransaction // `value` and `data` are always set
}
