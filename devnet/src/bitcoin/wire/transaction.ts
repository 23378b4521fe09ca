import { hash256, hashOf, showHash } from './hash.ts'
import { MalformedError, Reader } from './reader.ts'
import { u32, u64, varInt, withLength } from './write.ts'

/** Names an output of a transaction. */
export type Outpoint = { txid: string; vout: number }

/** An amount in satoshis, and the script that locks it. */
export type Output = { value: bigint; script: Buffer }

/** Spends an output. */
export type Input = Outpoint & { script: Buffer; sequence: number; witness: readonly Buffer[] }

/** The contents of a transaction. */
export type TransactionFields = {
  version: number
  inputs: readonly Input[]
  outputs: readonly Output[]
  lockTime: number
}

/** A transaction with its bytes, its ids and its size. BIP-141 */
export type Transaction = TransactionFields & {
  raw: Buffer
  txid: string
  wtxid: string
  weight: number
  /** Virtual bytes: a quarter of the weight, rounded up. */
  vsize: number
}

/** The key of an outpoint in maps. */
export const outpointKey = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** The outpoint of a coinbase's only input. */
export const coinbaseOutpoint: Outpoint = { txid: '00'.repeat(32), vout: 0xffff_ffff }

/** Whether a transaction is the first of a block, which pays the reward. */
export const isCoinbase = ({ inputs }: TransactionFields): boolean =>
  inputs.length === 1 && inputs.every((input) => outpointKey(input) === coinbaseKey)

const coinbaseKey = outpointKey(coinbaseOutpoint)

/** Reads a transaction. @throws MalformedError if the bytes are no transaction */
export function readTransaction(raw: Buffer): Transaction {
  const reader = new Reader(raw)
  const transaction = takeTransaction(reader)
  if (!reader.isAtEnd) throw new MalformedError('TX decode failed')
  return transaction
}

/** Reads a transaction and leaves the bytes behind it. @throws MalformedError */
export function takeTransaction(reader: Reader): Transaction {
  const start = reader.at
  const version = reader.u32()
  const isSegwit = reader.peek(2).equals(Buffer.from([0, 1]))
  if (isSegwit) reader.take(2)
  const inputs: (Input & { witness: Buffer[] })[] = reader.list(() => ({
    txid: showHash(reader.take(32)),
    vout: reader.u32(),
    script: reader.bytes(),
    sequence: reader.u32(),
    witness: [],
  }))
  const outputs = reader.list(() => ({ value: reader.u64(), script: reader.bytes() }))
  if (isSegwit) for (const input of inputs) input.witness = reader.list(() => reader.bytes())
  const lockTime = reader.u32()
  if (inputs.length === 0 || (isSegwit && !inputs.some(hasWitness)))
    throw new MalformedError('TX decode failed')
  return measure({ version, inputs, outputs, lockTime }, Buffer.from(reader.since(start)))
}

/** Completes a transaction of our own with its bytes, ids and size. */
export const completeTransaction = (fields: TransactionFields): Transaction =>
  measure(fields, writeTransaction(fields))

function measure(fields: TransactionFields, raw: Buffer): Transaction {
  const base = writeTransaction(fields, false)
  const weight = base.length * 3 + raw.length
  return {
    ...fields,
    raw,
    txid: showHash(hash256(base)),
    wtxid: showHash(hash256(raw)),
    weight,
    vsize: Math.ceil(weight / 4),
  }
}

const hasWitness = ({ witness }: Input): boolean => witness.length > 0

/** Writes a transaction, with its witnesses if it has any. BIP-144 */
export function writeTransaction(
  { version, inputs, outputs, lockTime }: TransactionFields,
  isSegwit = inputs.some(hasWitness),
): Buffer {
  return Buffer.concat([
    u32(version),
    ...(isSegwit ? [Buffer.from([0, 1])] : []),
    varInt(inputs.length),
    ...inputs.flatMap(({ txid, vout, script, sequence }) => [
      hashOf(txid),
      u32(vout),
      withLength(script),
      u32(sequence),
    ]),
    varInt(outputs.length),
    ...outputs.flatMap(({ value, script }) => [u64(value), withLength(script)]),
    ...(isSegwit
      ? inputs.flatMap(({ witness }) => [varInt(witness.length), ...witness.map(withLength)])
      : []),
    u32(lockTime),
  ])
}
