import { hash256, hashOf, showHash } from './hash.ts'
import { MalformedError, Reader } from './reader.ts'
import { takeTransaction, type Transaction } from './transaction.ts'
import { u32, varInt } from './write.ts'

/** The 80 bytes that miners hash. */
export type HeaderFields = {
  version: number
  /** The hash of the block before it. */
  previous: string
  /** The root of the transactions' ids, as {@link showHash} writes it. */
  merkleRoot: string
  /** Seconds since 1970. */
  time: number
  /** The target of the proof of work, in short form. */
  bits: number
  nonce: number
}

/** A block of the chain. */
export type Block = HeaderFields & {
  height: number
  hash: string
  header: Buffer
  transactions: readonly Transaction[]
}

/** Writes the header of a block. */
export const writeHeader = (fields: HeaderFields): Buffer =>
  Buffer.concat([
    u32(fields.version),
    hashOf(fields.previous),
    hashOf(fields.merkleRoot),
    u32(fields.time),
    u32(fields.bits),
    u32(fields.nonce),
  ])

/** Makes a block of its parts. */
export function completeBlock(
  height: number,
  fields: HeaderFields,
  transactions: readonly Transaction[],
): Block {
  const header = writeHeader(fields)
  return { ...fields, height, hash: showHash(hash256(header)), header, transactions }
}

/** Writes a whole block, as `submitblock` takes it. */
export const writeBlock = ({ header, transactions }: Block): Buffer =>
  Buffer.concat([header, varInt(transactions.length), ...transactions.map(({ raw }) => raw)])

/** Reads a whole block. Its height is not in its bytes. @throws MalformedError */
export function readBlock(bytes: Buffer, height: number): Block {
  const reader = new Reader(bytes)
  const fields = {
    version: reader.u32(),
    previous: showHash(reader.take(32)),
    merkleRoot: showHash(reader.take(32)),
    time: reader.u32(),
    bits: reader.u32(),
    nonce: reader.u32(),
  }
  const transactions = reader.list(() => takeTransaction(reader))
  if (!reader.isAtEnd) throw new MalformedError('Block decode failed')
  return completeBlock(height, fields, transactions)
}
