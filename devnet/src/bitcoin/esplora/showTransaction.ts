import { addressOfScript } from '../chain/addresses.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { scriptKind } from '../judge/scriptKind.ts'
import type { Output } from '../wire/transaction.ts'
import { disassemble } from './disassemble.ts'

/** Whether and where a transaction is in the chain, as Esplora shows it. */
export type Status =
  | { confirmed: false }
  | { confirmed: true; block_height: number; block_hash: string; block_time: number }

/** Shows in which block a height is. */
export function statusOf({ blocks }: Chain, height: number | undefined): Status {
  const block = height === undefined ? undefined : blocks[height]
  return block
    ? {
        confirmed: true,
        block_height: block.height,
        block_hash: block.hash,
        block_time: block.time,
      }
    : { confirmed: false }
}

/** The names that Esplora has for kinds of scripts, where they differ from ours. */
const kindNames: Readonly<Record<string, string>> = {
  anchor: 'anchor',
  witness_unknown: 'unknown',
  nonstandard: 'unknown',
}

/** Shows an output as Esplora does. */
export function showOutput({ value, script }: Output) {
  const kind = scriptKind(script)
  const address = addressOfScript(script)
  const hasAddress = address !== undefined && kind !== 'p2pk' && kind !== 'multisig'
  return {
    scriptpubkey: script.toString('hex'),
    scriptpubkey_asm: disassemble(script),
    scriptpubkey_type: kindNames[kind] ?? kind,
    ...(hasAddress && { scriptpubkey_address: address }),
    value: Number(value),
  }
}

/** Shows a transaction as Esplora does. */
export function showTransaction(chain: Chain, { transaction, spent, fee, height }: Entry) {
  const { txid, version, lockTime, inputs, outputs, raw, weight } = transaction
  return {
    txid,
    version,
    locktime: lockTime,
    vin: inputs.map(({ txid: source, vout, script, witness, sequence }, index) => {
      const coin = spent[index]
      return {
        txid: source,
        vout,
        prevout: coin ? showOutput(coin) : null,
        scriptsig: script.toString('hex'),
        scriptsig_asm: disassemble(script),
        ...(witness.length > 0 && { witness: witness.map((item) => item.toString('hex')) }),
        is_coinbase: spent.length === 0,
        sequence,
      }
    }),
    vout: outputs.map(showOutput),
    size: raw.length,
    weight,
    fee: Number(fee),
    status: statusOf(chain, height),
  }
}
