import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { Script } from '@scure/btc-signer/script.js'
import type { BitcoinNetwork } from '@latchkey/protocol/chains/bitcoinNetworks'
import { toHex } from '@latchkey/protocol/hex'
import { feeOf } from '../../rpc/bitcoin/proveCoins.ts'
import { ownerOf } from '../../rpc/bitcoin/readPsbt.ts'
import type { Psbt } from '../../rpc/bitcoin/readPsbt.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import { isLargeFee } from './isLargeFee.ts'
import { sizeOfSigned } from './sizeOfSigned.ts'
import { isRiskyKind } from './verdicts.ts'
import type { BitcoinKind } from './verdicts.ts'

/** An output that is not the account's own. `amount`: satoshi. `bytes`: of the data. */
export type Receiver =
  | { kind: 'payment'; address: string; amount: bigint }
  | { kind: 'script'; script: string; amount: bigint }
  | { kind: 'data' | 'burn'; bytes: Uint8Array; amount: bigint }

/** The effect of a transaction on the account. Amounts in satoshi. */
export type PsbtText = {
  /** In the order of the outputs. */
  receivers: readonly Receiver[]
  /** What the account's own coins are worth, and those of the address for numbered coins. */
  spent: bigint
  ordinalsSpent: bigint
  /** What returns to the address for payments, and what goes to that for numbered coins. */
  change: bigint
  toOrdinals: bigint
  /** What leaves the account, with its part of the fee. Negative if more comes than leaves. */
  leaves: bigint
  hasForeign: boolean
  /** Whether signatures of others are missing. */
  isPart: boolean
  /**
   * Undefined if an amount is not known.
   * - `rate`: satoshi per virtual byte
   * - `isProved`: whether it does not depend on what the site says
   */
  fee: { amount: bigint; rate: number; isProved: boolean } | undefined
  largeFee: 'rate' | 'share' | undefined
  /** Whether the visitor has to tick a box. */
  isRisky: boolean
}

/** Describes the effect of a PSBT on an account. */
export function describePsbt(
  psbt: Psbt,
  account: BitcoinAccount,
  usualRate: number | undefined,
): PsbtText {
  const { inputs, outputs } = psbt
  const owned = inputs.flatMap(({ coin }) => {
    const owner = coin && ownerOf(account, coin.script)
    return owner ? [{ amount: coin.amount, purpose: owner.purpose }] : []
  })
  const kept = outputs.flatMap(({ amount, script }) => {
    const owner = ownerOf(account, script)
    return owner ? [{ amount, purpose: owner.purpose }] : []
  })
  const receivers = outputs.flatMap((output) =>
    ownerOf(account, output.script) ? [] : receiverOf(output, account.parameters),
  )
  const [spent, returned] = [sumOf(owned), sumOf(kept)]
  const fee = describeFee(psbt)
  const paid = receivers.length > 0 ? sumOf(receivers) : returned
  const largeFee = fee && isLargeFee({ fee: fee.amount, rate: fee.rate, usualRate, paid })
  const ordinalsSpent = sumOf(owned.filter(({ purpose }) => purpose === 'ordinals'))
  const kinds: readonly BitcoinKind[] = [
    ...receivers.map(({ kind }) => kind),
    ...(ordinalsSpent > 0n ? (['ordinalsCoin'] as const) : []),
    ...(largeFee ? (['largeFee'] as const) : []),
  ]
  return {
    receivers,
    spent,
    ordinalsSpent,
    change: sumOf(kept.filter(({ purpose }) => purpose === 'payment')),
    toOrdinals: sumOf(kept.filter(({ purpose }) => purpose === 'ordinals')),
    leaves: spent - returned,
    hasForeign: owned.length < inputs.length,
    isPart: inputs.some(({ isFinal, signer }) => !isFinal && !signer),
    fee,
    largeFee,
    isRisky: kinds.some(isRiskyKind),
  }
}

const sumOf = (parts: readonly { amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)

function describeFee(psbt: Psbt): PsbtText['fee'] {
  const amount = feeOf(psbt)
  if (amount === undefined) return undefined
  const { inputs } = psbt
  // a signature for Taproot is only valid if all amounts are right, one for P2WPKH if its own is
  const isCommitted =
    inputs.some(({ signer }) => signer?.purpose === 'ordinals') ||
    (inputs.length === 1 && inputs[0]?.signer !== undefined)
  return {
    amount,
    rate: Number(amount) / sizeOfSigned(psbt),
    isProved: isCommitted || inputs.every(({ isProved }) => isProved),
  }
}

function receiverOf(
  { amount, script }: { amount: bigint; script: Uint8Array },
  parameters: BitcoinNetwork,
): Receiver {
  const bytes = dataOf(script)
  if (bytes) return { kind: amount > 0n ? 'burn' : 'data', bytes, amount }
  try {
    return {
      kind: 'payment',
      address: Address(parameters).encode(OutScript.decode(script)),
      amount,
    }
  } catch {
    return { kind: 'script', script: toHex(script), amount } // it has no address
  }
}

const opReturn = 0x6a

/** The data of an output that no key can spend. Undefined for any other script. */
function dataOf(script: Uint8Array): Uint8Array | undefined {
  if (script[0] !== opReturn) return undefined
  try {
    const [, data, ...rest] = Script.decode(script)
    if (data instanceof Uint8Array && rest.length === 0) return data
  } catch {
    // the script is shown as it is
  }
  return script.slice(1)
}
