import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { keccak256, parseTransaction } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import { handleOpsData } from '../entryPoint.ts'
import { bundleGas } from '../operationGas.ts'
import { readHead, readTip, type Hex, type OperationChain } from '../operationChain.ts'
import { readStored } from './readStored.ts'
import type { Bundle, NewBundle } from './bundleStore.ts'
import type { StoredOperation } from './operationStore.ts'

/** The fees of a transaction, in wei for one unit of gas. EIP-1559 */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The fees of the chain now. */
export type Market = { baseFee: bigint; tip: bigint }

/** Reads the fees of a chain. @throws NodesError */
export async function readMarket(chain: OperationChain, signal: AbortSignal): Promise<Market> {
  const [{ baseFeePerGas = 0n }, tip] = await Promise.all([
    readHead(chain, signal),
    readTip(chain, signal),
  ])
  return { baseFee: baseFeePerGas, tip }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/**
 * The most that operations pay for a unit of gas. EntryPoint charges each of them as a transaction
 * with its fees would be charged, so a transaction with lower fees costs the executor no more.
 */
export function paidFees(operations: readonly StoredOperation[]): Fees {
  const all = operations.map(({ fields }) => ({
    maxFeePerGas: BigInt(fields['maxFeePerGas'] ?? 0),
    maxPriorityFeePerGas: BigInt(fields['maxPriorityFeePerGas'] ?? 0),
  }))
  return {
    maxFeePerGas: all.map((fees) => fees.maxFeePerGas).reduce(smaller),
    maxPriorityFeePerGas: all.map((fees) => fees.maxPriorityFeePerGas).reduce(smaller),
  }
}

/**
 * The fees that a transaction should offer, but not more than its operations pay. Undefined if they
 * do not pay for the next block.
 */
export function offeredFees({ baseFee, tip }: Market, paid: Fees): Fees | undefined {
  const maxPriorityFeePerGas = smaller(tip, paid.maxPriorityFeePerGas)
  const maxFeePerGas = smaller(2n * baseFee + maxPriorityFeePerGas, paid.maxFeePerGas)
  return maxFeePerGas < baseFee
    ? undefined
    : { maxFeePerGas, maxPriorityFeePerGas: smaller(maxPriorityFeePerGas, maxFeePerGas) }
}

/**
 * Percent of a transaction's fees that its replacement offers. Nodes refuse a replacement that
 * offers less than 110 %.
 */
const bump = 113n

/** The least fees with which a transaction replaces another one, and at least those of now. */
export function higherFees(before: Fees, now: Fees): Fees {
  const more = (value: bigint, current: bigint) => larger((value * bump) / 100n + 1n, current)
  const maxPriorityFeePerGas = more(before.maxPriorityFeePerGas, now.maxPriorityFeePerGas)
  return {
    maxFeePerGas: larger(more(before.maxFeePerGas, now.maxFeePerGas), maxPriorityFeePerGas),
    maxPriorityFeePerGas,
  }
}

/** The fees in a signed transaction. */
export function feesOf({ raw }: Pick<Bundle, 'raw'>): Fees {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
  return { maxFeePerGas, maxPriorityFeePerGas }
}

/** Signs a transaction with operations, and with the authorisations that travel with them. */
export async function signBundle(
  chain: OperationChain,
  account: PrivateKeyAccount,
  operations: readonly StoredOperation[],
  { nonce, fees }: { nonce: number; fees: Fees },
): Promise<NewBundle> {
  const read = operations.map(readStored)
  const authorizationList = read.flatMap(({ authorization }) =>
    authorization ? [authorization] : [],
  )
  const call = {
    to: entryPoint,
    data: handleOpsData(
      read.map(({ packed }) => packed),
      account.address,
    ),
    gas: bundleGas(read.map(({ limits }) => limits)),
    chainId: chain.chainId,
    nonce,
    ...fees,
  } as const
  const raw =
    authorizationList.length > 0
      ? await account.signTransaction({ ...call, type: 'eip7702', authorizationList })
      : await account.signTransaction({ ...call, type: 'eip1559' })
  return bundleOf(chain, account, { nonce, raw, isEmpty: false })
}

/** Signs a transaction without effect, which only takes a nonce. */
export async function signEmpty(
  chain: OperationChain,
  account: PrivateKeyAccount,
  { nonce, fees }: { nonce: number; fees: Fees },
): Promise<NewBundle> {
  const raw = await account.signTransaction({
    to: account.address,
    value: 0n,
    // some rollups count data on the layer below as gas
    gas: 100_000n,
    chainId: chain.chainId,
    nonce,
    ...fees,
    type: 'eip1559',
  })
  return bundleOf(chain, account, { nonce, raw, isEmpty: true })
}

const bundleOf = (
  { networkId }: OperationChain,
  account: PrivateKeyAccount,
  { nonce, raw, isEmpty }: { nonce: number; raw: Hex; isEmpty: boolean },
): NewBundle => ({
  executor: keyOf(account),
  networkId,
  nonce,
  hash: keccak256(raw),
  raw,
  isEmpty,
})

/** The account's address in lower case. */
export const keyOf = ({ address }: Pick<PrivateKeyAccount, 'address'>): Hex => evmKey(address)
