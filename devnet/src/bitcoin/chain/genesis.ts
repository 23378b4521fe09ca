import { completeBlock } from '../wire/block.ts'

/** The first block of regtest, as bitcoind has it. Its transaction is not part of the chain. */
export const genesisBlock = completeBlock(
  0,
  {
    version: 1,
    previous: '00'.repeat(32),
    merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    time: 1_296_688_602,
    bits: 0x207f_ffff,
    nonce: 2,
  },
  [],
)

/** Every hash up to this number is a proof of work. It is what `bits` of all blocks says. */
export const workTarget = 0x7fff_ffn << (8n * 29n)

/** How many blocks a reward has to be below the tip before it can be spent. */
export const coinbaseMaturity = 100

/** The reward of a block, in satoshis, without fees. It halves every 150 blocks. */
export const subsidyAt = (height: number): bigint =>
  5_000_000_000n >> BigInt(Math.floor(height / 150))
