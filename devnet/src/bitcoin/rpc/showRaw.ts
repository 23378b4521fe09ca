import { addressOfScript } from '../chain/addresses.ts'
import { tipOf } from '../chain/createChain.ts'
import type { Chain, Coin, Entry } from '../chain/types.ts'
import { disassemble } from '../esplora/disassemble.ts'
import { scriptKind, type ScriptKind } from '../judge/scriptKind.ts'
import { isCoinbase, type Transaction } from '../wire/transaction.ts'
import { bitcoins } from './method.ts'

/** bitcoind's names of kinds of scripts. */
const kindNames: Readonly<Record<ScriptKind, string>> = {
  p2pk: 'pubkey',
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  v0_p2wpkh: 'witness_v0_keyhash',
  v0_p2wsh: 'witness_v0_scripthash',
  v1_p2tr: 'witness_v1_taproot',
  anchor: 'anchor',
  witness_unknown: 'witness_unknown',
  multisig: 'multisig',
  op_return: 'nulldata',
  nonstandard: 'nonstandard',
}

/** Writes a script in words as bitcoind does: pushed data without the opcode that pushes it. */
export function assembly(script: Buffer): string {
  return disassemble(script)
    .split(' ')
    .filter((word) => !/^OP_PUSH(?:BYTES_|DATA)\d+$/.test(word))
    .map((word) => {
      if (word === 'OP_0') return '0'
      if (word === 'OP_PUSHNUM_NEG1') return '-1'
      if (word.startsWith('OP_PUSHNUM_')) return word.slice('OP_PUSHNUM_'.length)
      return /^[0-9a-f]{2,8}$/.test(word) ? numberOf(word) : word
    })
    .join(' ')
}

/** Short data is a number: the lowest byte first, and the sign in the highest bit. */
function numberOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const last = bytes.at(-1) ?? 0
  bytes.writeUInt8(last & 0x7f, bytes.length - 1)
  const value = bytes.readUIntLE(0, bytes.length)
  return String(last & 0x80 ? -value : value)
}

/** Shows an output's script. */
export function showScript(script: Buffer) {
  const kind = scriptKind(script)
  const address = kind === 'p2pk' || kind === 'multisig' ? undefined : addressOfScript(script)
  return {
    asm: assembly(script),
    hex: script.toString('hex'),
    ...(address !== undefined && { address }),
    type: kindNames[kind],
  }
}

function showInput(
  { txid, vout, script, sequence, witness }: Transaction['inputs'][number],
  { coin, isReward }: { coin: Coin | undefined; isReward: boolean },
) {
  const stack = witness.length > 0 && { txinwitness: witness.map((item) => item.toString('hex')) }
  if (isReward) return { coinbase: script.toString('hex'), ...stack, sequence }
  return {
    txid,
    vout,
    scriptSig: { asm: assembly(script), hex: script.toString('hex') },
    ...stack,
    ...(coin && {
      prevout: {
        generated: coin.isCoinbase,
        height: coin.height,
        value: bitcoins(coin.value),
        scriptPubKey: showScript(coin.script),
      },
    }),
    sequence,
  }
}

/**
 * Shows a transaction as bitcoind does, with its fee.
 * @param options.hasPrevouts whether each input shows the output that it spends
 */
export function showParsed(
  { transaction, spent, fee }: Entry,
  { hasPrevouts = false, hasFee = true } = {},
) {
  const { txid, wtxid, version, raw, vsize, weight, lockTime, inputs, outputs } = transaction
  const isReward = isCoinbase(transaction)
  return {
    txid,
    hash: wtxid,
    version,
    size: raw.length,
    vsize,
    weight,
    locktime: lockTime,
    vin: inputs.map((input, index) =>
      showInput(input, { coin: hasPrevouts ? spent[index] : undefined, isReward }),
    ),
    vout: outputs.map(({ value, script }, index) => ({
      value: bitcoins(value),
      n: index,
      scriptPubKey: showScript(script),
    })),
    ...(hasFee && !isReward && { fee: bitcoins(fee) }),
    hex: raw.toString('hex'),
  }
}

/** Shows a transaction with its place in the chain, as `getrawtransaction` does. */
export function showRawTransaction(
  chain: Chain,
  entry: Entry,
  options?: Parameters<typeof showParsed>[1],
) {
  const { height } = entry
  const block = height === undefined ? undefined : chain.blocks[height]
  return {
    ...showParsed(entry, { hasFee: false, ...options }),
    ...(block && {
      blockhash: block.hash,
      confirmations: tipOf(chain).height - block.height + 1,
      time: block.time,
      blocktime: block.time,
    }),
  }
}
