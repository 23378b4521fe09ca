import { createChain, tipOf } from '../../devnet/src/bitcoin/chain/createChain.ts'
import { minerScript, payFromFaucet } from '../../devnet/src/bitcoin/chain/faucet.ts'
import { mineBlock } from '../../devnet/src/bitcoin/chain/mineBlock.ts'
import { reorganise } from '../../devnet/src/bitcoin/chain/reorganise.ts'
import { readBakedLines } from '../../devnet/src/bitcoin/store/readBaked.ts'
import { restore } from '../../devnet/src/bitcoin/store/restore.ts'
import { writeBlock } from '../../devnet/src/bitcoin/wire/block.ts'

/** The baked chain, in this process. */
export function bakedChain() {
  const chain = createChain()
  restore(chain, readBakedLines())
  return chain
}

/**
 * Hands blocks to bitcoind. A block of a branch that is not yet the longest is `inconclusive`: its
 * transactions are judged when the branch becomes the longest.
 * @returns the other answers that are not "accepted"
 */
export async function submitBlocks({ call }, blocks) {
  const refused = []
  for (const block of blocks) {
    const answer = await call('submitblock', writeBlock(block).toString('hex'))
    if (answer !== null && answer !== 'inconclusive') refused.push(`${block.height}: ${answer}`)
  }
  return refused
}

/**
 * bitcoind has to accept every baked block, the blocks of a reorganisation, and a long block.
 * @returns the number of differences
 */
export async function checkBlocks({ bitcoind }) {
  const chain = bakedChain()
  const refused = await submitBlocks(bitcoind, chain.blocks.slice(1))
  for (let count = 0; count < 60; count += 1)
    payFromFaucet(chain, minerScript, BigInt(20_000 + count))
  refused.push(...(await submitBlocks(bitcoind, [mineBlock(chain, { script: minerScript })])))
  refused.push(
    ...(await submitBlocks(bitcoind, reorganise(chain, { depth: 3, script: minerScript }))),
  )
  refused.push(...(await submitBlocks(bitcoind, [mineBlock(chain, { script: minerScript })])))
  const tip = tipOf(chain)
  const isSame = (await bitcoind.call('getbestblockhash')) === tip.hash
  const blocks = tip.height + 4
  console.log(
    `blocks: ${blocks - refused.length} of ${blocks} accepted by bitcoind, the same tip: ${isSame}`,
  )
  for (const line of refused) console.log(`  block ${line}`)
  return refused.length + (isSame ? 0 : 1)
}
