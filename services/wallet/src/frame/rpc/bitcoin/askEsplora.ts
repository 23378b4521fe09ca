import { fromHex } from '@latchkey/protocol/hex'
import type { frameBitcoinMethods } from '@latchkey/protocol/frame/nodeMethods'
import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { askNode, NodeFault } from '../askNode.ts'
import { idOf, readRawTransaction } from './rawTransaction.ts'
import type { RawTransaction } from './rawTransaction.ts'

type Asker = { wallet: Pick<Wallet, 'server'>; network: Network; signal?: AbortSignal | undefined }
type Method = (typeof frameBitcoinMethods)[number]

/** Maximum of coins of one address that are read. */
const maxCoins = 2_000
/** The smallest and the largest plausible fee rate, in satoshi per virtual byte. */
const [minRate, maxRate] = [1, 10_000]
/** All bitcoins, in satoshi. */
export const allSatoshi = 2_100_000_000_000_000n

const ask = ({ wallet, network, signal }: Asker, method: Method, params: object) =>
  askNode(wallet, network, { method, params, ...(signal && { signal }) })

/**
 * Reads a transaction. Its bytes are compared with its id, so that the node cannot invent it.
 * @returns undefined for a transaction that the node does not know
 * @throws Fault `answerInvalid` for another transaction, and the faults of `askNode`
 */
export async function askTransaction(
  asker: Asker,
  txid: string,
): Promise<RawTransaction | undefined> {
  const answer = await ask(asker, 'rawTransaction', { txid }).catch((error: unknown) => {
    if (error instanceof NodeFault && error.code === -32001) return undefined
    throw error
  })
  if (answer === undefined) return undefined
  const transaction = typeof answer === 'string' ? readRawTransaction(bytesOf(answer)) : undefined
  if (!transaction || idOf(transaction) !== txid) throw fault('answerInvalid')
  return transaction
}

/** A coin: an unspent output of an address. `amount` in satoshi. */
export type Coin = { txid: string; vout: number; amount: bigint; isConfirmed: boolean }

/**
 * Reads the coins of an address. `GET /address/{address}/utxo`
 * @throws Fault `answerInvalid`, and the faults of `askNode`
 */
export async function askCoins(asker: Asker, address: string): Promise<readonly Coin[]> {
  const answer = await ask(asker, 'coins', { address })
  if (!Array.isArray(answer)) throw fault('answerInvalid')
  return answer.slice(0, maxCoins).map(readCoin)
}

function readCoin(value: unknown): Coin {
  const { txid, vout, value: amount, status } = isRecord(value) ? value : {}
  if (
    typeof txid !== 'string' ||
    !/^[0-9a-f]{64}$/.test(txid) ||
    !isWhole(vout) ||
    !isWhole(amount) ||
    BigInt(amount) > allSatoshi
  )
    throw fault('answerInvalid')
  const isConfirmed = isRecord(status) && status['confirmed'] === true
  return { txid, vout, amount: BigInt(amount), isConfirmed }
}

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/**
 * Reads the fee rate for a confirmation within some blocks, in satoshi per virtual byte.
 * @returns undefined if the node does not estimate it
 */
export async function askFeeRate(asker: Asker, blocks: number): Promise<number | undefined> {
  const answer = await ask(asker, 'feeEstimates', {})
  const rates = isRecord(answer) ? answer : {}
  // an Esplora has an estimate for some numbers of blocks: the next smaller one is safe
  for (let target = blocks; target > 0; target--) {
    const rate = rates[String(target)]
    if (typeof rate === 'number' && rate > 0 && rate <= maxRate) return Math.max(rate, minRate)
  }
  return undefined
}

/**
 * Sends a transaction. An answer that is lost, or a node that knows the transaction already, is no
 * failure.
 * @throws Fault `transactionRejected` if the node refuses the transaction and does not have it;
 *   `unavailable` if it is not known whether the node has it
 */
export async function broadcast(asker: Asker, transaction: string, txid: string): Promise<void> {
  try {
    await ask(asker, 'broadcast', { transaction })
  } catch (cause) {
    const isKnown = await isKnownTransaction(asker, txid)
    if (isKnown) return
    const isRefused = isKnown === false && cause instanceof NodeFault && cause.code === -32003
    throw fault(isRefused ? 'transactionRejected' : 'unavailable', { cause })
  }
}

/** Whether the node has a transaction; undefined when it does not answer. */
export const isKnownTransaction = (asker: Asker, txid: string): Promise<boolean | undefined> =>
  askTransaction(asker, txid).then(
    (transaction) => transaction !== undefined,
    () => undefined, // the transaction may be on its way
  )

function bytesOf(hex: string): Uint8Array {
  try {
    return fromHex(hex)
  } catch (cause) {
    throw fault('answerInvalid', { cause })
  }
}
