import { toBase64 } from '@latchkey/protocol/base64'
import { isObject } from '@latchkey/protocol/isObject'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { Script } from '@scure/btc-signer/script.js'
import type { Transaction } from '@scure/btc-signer/transaction.js'
import { selectUTXO } from '@scure/btc-signer/utxo.js'
import { fault, isFault } from '../../bridge/Fault.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import { requestTwice } from '../requestTwice.ts'
import { findSent, forgetSent, storeSent, subjectOf } from '../sentTransactions.ts'
import type { SentTransaction } from '../sentTransactions.ts'
import type { SigningCall } from '../signingCall.ts'
import { approvePsbt } from './approvePsbt.ts'
import { allSatoshi, askCoins, askFeeRate, broadcast, isKnownTransaction } from './askEsplora.ts'
import type { Coin } from './askEsplora.ts'
import { coinKey, earlierCoins } from './earlierCoins.ts'
import { proveCoins } from './proveCoins.ts'
import { readPsbt } from './readPsbt.ts'
import type { ProvedPsbt } from './readPsbt.ts'
import { ownAddressOf, requireBitcoinAccount } from './requireBitcoinAccount.ts'

/** Maximum of bytes of a note that nodes pass on. */
const maxMemo = 80
/** The number of blocks within which a payment should be confirmed. */
const blocks = 3
/** Coins up to this amount in satoshi are not spent, because they may carry an inscription. */
const inscriptionMax = 546n
/** The sequence of an input whose transaction can be replaced by one with a higher fee. BIP-125 */
const replaceable = 0xffff_fffd

/**
 * Pays an amount: chooses coins of the payment address, signs and sends. The signed transaction is
 * stored before it is sent, so that after a reload the same request returns the same txid and does
 * not pay again. `sendTransfer` { account, recipientAddress, amount, changeAddress?, memo? } →
 * { txid }
 * docs/contracts/frame.md#approval-methods
 */
export async function sendTransfer(call: SigningCall): Promise<{ txid: string }> {
  const { wallet, network, params, request } = call
  const { account: claimed, ...requested } = isObject(params) ? params : {}
  const account = await requireBitcoinAccount(wallet, network, claimed)
  const outputs = readOutputs(account, requested)
  const subject = await subjectOf({ account: account.record, id: network.networkId, outputs })
  const earlier = await findSent(wallet, request.id, subject)
  if (earlier) return send(call, earlier)
  const endDoubt = await requestTwice(call, subject, (hash) =>
    isKnownTransaction({ wallet, network }, hash.slice(2)),
  )
  const transaction = await approvePsbt(call, {
    account,
    isSent: true,
    prepare: (signal) => prepare(call, { account, outputs, subject, signal }),
  })
  await endDoubt()
  const sent: SentTransaction = {
    subject,
    raw: `0x${toHex(transaction.extract())}`,
    hash: `0x${transaction.id}`,
    at: Date.now(),
  }
  await storeSent(wallet, request.id, sent)
  return send(call, sent)
}

/** Sends a stored transaction. @throws the faults of `broadcast` */
async function send(
  { wallet, network, request }: SigningCall,
  sent: SentTransaction,
): Promise<{ txid: string }> {
  const { isUnsure, ...sure } = sent
  const txid = sent.hash.slice(2)
  try {
    await broadcast({ wallet, network }, sent.raw.slice(2), txid)
  } catch (error) {
    if (isFault(error, 'transactionRejected')) await forgetSent(wallet, request.id)
    else await storeSent(wallet, request.id, { ...sent, isUnsure: true })
    throw error
  }
  if (isUnsure) await storeSent(wallet, request.id, sure)
  return { txid }
}

/** Composes the payment, with coins that the network proves. */
async function prepare(
  { wallet, network }: SigningCall,
  {
    account,
    outputs,
    subject,
    signal,
  }: {
    account: BitcoinAccount
    outputs: readonly Output[]
    subject: string
    signal: AbortSignal
  },
): Promise<ProvedPsbt> {
  const asker = { wallet, network, signal }
  const [coins, rate, { reserved, doubtful }] = await Promise.all([
    askCoins(asker, account.payment.address),
    askFeeRate(asker, blocks),
    earlierCoins(wallet, subject),
  ])
  // without an estimate, the fee would be a guess
  if (rate === undefined) throw fault('unavailable')
  const required = coins.find((coin) => doubtful.has(coinKey(coin)))
  const others = coins.filter((coin) => coin !== required && !reserved.has(coinKey(coin)))
  const transaction = compose(account, { coins: others, required, outputs, rate })
  const read = readPsbt(account, { psbt: toBase64(transaction.toPSBT()) })
  return proveCoins(read, { wallet, network, account, signal })
}

type Output = { script: Uint8Array; amount: bigint }

function readOutputs(
  account: BitcoinAccount,
  requested: {
    recipientAddress?: unknown
    amount?: unknown
    changeAddress?: unknown
    memo?: unknown
  },
): readonly Output[] {
  const { recipientAddress, amount, changeAddress, memo } = requested
  const isAmount = typeof amount === 'string' && /^[1-9]\d{0,15}$/.test(amount)
  // change goes to the payment address: to another own address it could mix with numbered coins
  const isOwnChange =
    changeAddress === undefined ||
    changeAddress === null ||
    ownAddressOf(account, changeAddress) === account.payment
  if (!isAmount || BigInt(amount) > allSatoshi || !isOwnChange) throw fault('invalidParams')
  const script = scriptOf(account, recipientAddress)
  if (BigInt(amount) < dustOf(script)) throw fault('invalidParams')
  return [
    { script, amount: BigInt(amount) },
    ...(memo === undefined || memo === null ? [] : [{ script: readMemo(memo), amount: 0n }]),
  ]
}

function scriptOf({ parameters }: BitcoinAccount, address: unknown): Uint8Array {
  if (typeof address !== 'string') throw fault('invalidParams')
  try {
    return OutScript.encode(Address(parameters).decode(address))
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}

/**
 * The amount below which nodes pass no output on: what it costs to create and to spend it, at three
 * satoshi per virtual byte. Source: `GetDustThreshold` of Bitcoin Core
 */
function dustOf(script: Uint8Array): bigint {
  const isWitness = ['wpkh', 'wsh', 'tr'].includes(OutScript.decode(script).type)
  const output = 8 + 1 + script.length
  return BigInt((output + (isWitness ? 67 : 148)) * 3)
}

function readMemo(memo: unknown): Uint8Array {
  if (typeof memo !== 'string' || memo.length > maxMemo * 2 + 2) throw fault('invalidParams')
  try {
    const bytes = fromHex(memo.replace(/^0x/, ''))
    if (bytes.length === 0 || bytes.length > maxMemo) throw fault('invalidParams')
    return Script.encode(['RETURN', bytes])
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}

/**
 * Composes the transaction: confirmed coins first, others only if those do not suffice.
 * @param options.required a coin that is spent in any case
 * @throws Fault `transactionRejected` if the coins do not suffice
 */
function compose(
  { payment, parameters }: BitcoinAccount,
  {
    coins,
    required,
    outputs,
    rate,
  }: {
    coins: readonly Coin[]
    required: Coin | undefined
    outputs: readonly Output[]
    rate: number
  },
): Transaction {
  const inputOf = ({ txid, vout, amount }: Coin) => ({
    txid,
    index: vout,
    sequence: replaceable,
    witnessUtxo: { script: payment.script, amount },
  })
  const spendable = coins.filter(({ amount }) => amount > inscriptionMax)
  for (const usable of [spendable.filter(({ isConfirmed }) => isConfirmed), spendable]) {
    const selected = selectUTXO(usable.map(inputOf), [...outputs], 'default', {
      feePerByte: BigInt(Math.ceil(rate)),
      changeAddress: payment.address,
      network: parameters,
      allowUnknownOutputs: true,
      bip69: true,
      createTx: true,
      requiredInputs: required ? [inputOf(required)] : [],
    })
    if (selected?.tx) return selected.tx
  }
  throw fault('transactionRejected')
}
