import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { Script } from '@scure/btc-signer/script.js'
import type { BitcoinNetwork } from '@latchkey/protocol/chains/bitcoinNetworks'
import { toHex } from '@latchkey/protocol/hex'
import { feeOf } from '../../rpc/bitcoin/proveCoins.ts'
import { ownerOf } from '../../rpc/bitcoin/readPsbt.ts'
import type { ProvedPsbt } from '../../rpc/bitcoin/readPsbt.ts'
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
  /** Satoshi. */
  fee: bigint
  /** The fee in satoshi per virtual byte. */
  rate: number
  largeFee: 'rate' | 'share' | undefined
  /** Whether the visitor has to tick a box. */
  isRisky: boolean
}

/** Describes the effect of a PSBT on an account. */
export function describePsbt(
  psbt: ProvedPsbt,
  account: BitcoinAccount,
  usualRate: number | undefined,
): PsbtText {
  const { inputs, outputs } = psbt
  const owned = inputs.flatMap(({ coin }) => {
    const owner = ownerOf(account, coin.script)
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
  const fee = feeOf(psbt)
  const rate = Number(fee) / sizeOfSigned(psbt)
  const paid = receivers.length > 0 ? sumOf(receivers) : returned
  const largeFee = isLargeFee({ fee, rate, usualRate, paid })
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
    rate,
    largeFee,
    isRisky: kinds.some(isRiskyKind),
  }
}

const sumOf = (parts: readonly { amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)

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
