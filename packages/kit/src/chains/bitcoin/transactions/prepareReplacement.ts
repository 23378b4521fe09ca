import { toHex, fromHex } from '@latchkey/protocol/hex'
import { transactionKey } from '@latchkey/protocol/transactionHash'
import type {
  PreparedReplacement,
  ReplacementFault,
  ReplacementPurpose,
  TransactionId,
} from '../../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { readCoins, sumOf } from '../assets/readCoins.ts'
import type { Coin } from '../assets/readCoins.ts'
import { coinKey } from '../esplora/answers.ts'
import type { ShownTransaction } from '../esplora/answers.ts'
import { esploraOf } from '../esplora/esplora.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { readTransaction } from '../esplora/readTransaction.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { buildPsbt } from '../send/buildPsbt.ts'
import { isHighFee, readRates } from '../send/fees.ts'
import { readProvedBytes } from '../send/previousTransaction.ts'
import { maxPayment, selectCoins } from '../send/selectCoins.ts'
import type { Selection } from '../send/selectCoins.ts'
import { sentCoins } from '../send/sentCoins.ts'
import { sharedAccountOf, signsPsbts } from '../send/senderOf.ts'
import { sortCoins } from '../send/sortCoins.ts'
import { inputsOf, outputsOf, readRaw } from '../wire/psbt.ts'
import { dustLimitOf, scriptOf } from '../wire/scripts.ts'
import { readSpenders } from './readSpender.ts'

/**
 * The most transactions that may depend on a replaced one. Bitcoin Core has the limit 100.
 */
const maxDescendants = 24

const refused = (fault: ReplacementFault): PreparedReplacement => ({ status: 'refused', fault })

/**
 * Prepares a replacement by a higher fee: the same coins and payments, or nothing but a payment to
 * oneself. The fee pays for all transactions that leave the mempool, and for the replacement's own
 * size. BIP-125, rules 3 and 4
 * @returns undefined where the wallet does not sign PSBTs
 * @throws KitError answerInvalid; the node's errors
 */
export async function prepareReplacement(
  kit: Kit,
  {
    networkId,
    hash,
    address,
    purpose,
    signal,
  }: TransactionId & { address: string; purpose: ReplacementPurpose; signal?: AbortSignal },
): Promise<PreparedReplacement | undefined> {
  const from = scriptOf(address, networkId)
  if (!from || !signsPsbts(kit, address)) return undefined
  const esplora = esploraOf(kit, networkId, signal)
  const replaced = await readTransaction(esplora, transactionKey(hash))
  if (!replaced) return refused('missing')
  if (replaced.height !== undefined) return refused('mined')
  const own = toHex(from)
  if (replaced.spent.some(({ output }) => output?.script !== own)) return refused('shared')
  const [, descendantFees, rates, coins] = await Promise.all([
    proveTransaction(esplora, replaced),
    readDescendantFees(esplora, replaced, own),
    readRates(esplora),
    readCoins(esplora, address),
  ])
  if (descendantFees === undefined) return refused('needed')
  const { purpose: addressPurpose, publicKey } = sharedAccountOf(kit, address)
  const { reserved } = sentCoins(kit, { address, networkId })
  const { spendable } = sortCoins(coins, { purpose: addressPurpose, reserved })
  const previousRate = (replaced.fee * 4n) / BigInt(Math.max(1, replaced.weight))
  const { fast } = rates
  const rate = fast.value > previousRate ? fast.value : previousRate + 1n
  const plan = planReplacement({
    networkId,
    from,
    required: replaced.spent.map(({ txid, vout, output }) => ({
      txid,
      vout,
      amount: output?.amount ?? 0n,
      state: 'confirmed' as const,
    })),
    payments: replaced.outputs
      .filter(({ script }) => script !== own && purpose === 'speedUp')
      .map(({ script, amount }) => ({ script: fromHex(script), amount })),
    // a replacement may not depend on other transactions that wait. BIP-125, rule 2
    candidates: spendable.filter(({ state }) => state === 'confirmed'),
    rate,
    minFee: replaced.fee + descendantFees,
  })
  if (!plan) return refused('funds')
  const { selection, rate: paidRate } = plan
  const sender = { script: from, ...(publicKey !== undefined && { publicKey }) }
  const sent = sumOf(replaced.outputs.filter(({ script }) => script !== own))
  return {
    status: 'ready',
    transaction: await buildPsbt(kit, esplora, sender, selection),
    fee: {
      total: selection.fee,
      maxTotal: selection.fee,
      reserve: selection.fee,
      rate: { value: Number(paidRate), unit: 'sat/vB' },
      ...(fast.seconds !== undefined && { seconds: fast.seconds }),
    },
    previousFee: replaced.fee,
    isFeeHigh: isHighFee(selection.fee, paidRate, sent),
  }
}

/** What a replacement has to spend and to pay. `minFee` is the sum of the fees that it replaces. */
type Terms = {
  networkId: TransactionId['networkId']
  from: Uint8Array
  required: readonly Coin[]
  payments: readonly { script: Uint8Array; amount: bigint }[]
  candidates: readonly Coin[]
  rate: bigint
  minFee: bigint
}

/**
 * The coins, outputs and fee of a replacement. The rate is raised until the fee is high enough.
 * Undefined where the coins do not suffice.
 */
function planReplacement(terms: Terms): { selection: Selection; rate: bigint } | undefined {
  let { rate } = terms
  for (let attempt = 0; attempt < 4; attempt++) {
    const selection = selectReplacement(terms, rate)
    if (!selection) return undefined
    // nodes forward a replacement for one satoshi a virtual byte more than what it replaces
    const needed = terms.minFee + BigInt(selection.size)
    if (selection.fee >= needed) return { selection, rate }
    const size = BigInt(selection.size)
    const raised = (needed + size - 1n) / size
    rate = raised > rate ? raised : rate + 1n
  }
  return undefined
}

function selectReplacement(
  { networkId, from, required, payments, candidates }: Terms,
  rate: bigint,
): Selection | undefined {
  if (payments.length > 0)
    return selectCoins(candidates, { networkId, from, outputs: payments, rate, required })
  const { amount, fee } = maxPayment([], { networkId, from, to: from, rate, required })
  return amount < dustLimitOf(from)
    ? undefined
    : {
        coins: required,
        outputs: [{ script: from, amount }],
        fee,
        size: Number(fee / rate),
      }
}

/**
 * Compares a transaction with its bytes. Without this proof, a node could name another recipient,
 * or other coins, and the visitor would pay a second time. Witnesses are not proved. The amounts of
 * its coins are proved when the PSBT is built.
 * @throws KitError answerInvalid where they differ; the node's errors
 */
async function proveTransaction(
  esplora: Esplora,
  { txid, spent, outputs, fee, weight }: ShownTransaction,
): Promise<void> {
  const raw = readRaw(await readProvedBytes(esplora, txid))
  const coins = raw && inputsOf(raw).map(({ txid: id, index }) => `${id && toHex(id)}:${index}`)
  const payments = raw && outputsOf(raw).map(({ script, amount }) => `${toHex(script)}:${amount}`)
  const isSame =
    coins?.join() === spent.map(coinKey).join() &&
    payments?.join() === outputs.map(({ script, amount }) => `${script}:${amount}`).join() &&
    sumOf(spent.flatMap(({ output }) => output ?? [])) - sumOf(outputs) === fee &&
    // with a weight that is too small, the replacement would need a much higher fee
    weight >= raw.toBytes(true, false).length * 4
  if (!isSame) throw kitError('answerInvalid', { details: 'A transaction differs from its bytes.' })
}

/**
 * The sum of the fees of all waiting transactions that depend on this one. Undefined where one of
 * them spends coins of the account itself, because it would leave the network, too.
 */
async function readDescendantFees(
  esplora: Esplora,
  { txid }: ShownTransaction,
  own: string,
): Promise<bigint | undefined> {
  const found = new Map<string, bigint>()
  const queue = [txid]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const spender of await readSpenders(esplora, next)) {
      if (!spender || found.has(spender.txid)) continue
      if (found.size === maxDescendants) return undefined
      const transaction = await readTransaction(esplora, spender.txid)
      if (!transaction) continue // it has left the network by itself
      if (transaction.spent.some(({ output }) => output?.script === own)) return undefined
      found.set(spender.txid, transaction.fee)
      queue.push(spender.txid)
    }
  }
  return [...found.values()].reduce((sum, fee) => sum + fee, 0n)
}
