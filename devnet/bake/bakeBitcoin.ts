/**
 * Writes the state of the Bitcoin chain and its deployment into `devnet/baked`. Run: `npx tsx
 * devnet/bake/bakeBitcoin.ts`. With a number of seconds since 1970, the history ends then.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { bitcoinAccounts } from '../src/bitcoin/bitcoinAccounts.ts'
import { tipOf } from '../src/bitcoin/chain/createChain.ts'
import type { BitcoinDeployment } from '../src/bitcoin/deployment.ts'
import type { Line } from '../src/bitcoin/store/lines.ts'
import { writeBlock } from '../src/bitcoin/wire/block.ts'
import { bitcoinChain } from '../src/chains.ts'
import { writeCheckedLine } from '../src/checkedLines.ts'
import type { BakedFile } from '../src/deployment.ts'
import { playHistory } from './bitcoin/playHistory.ts'
import { tokensOfFirst } from './tokens.ts'

const now = Number(process.argv[2] ?? Math.floor(Date.now() / 1_000))
const chain = playHistory(now)
const lines = chain.blocks
  .slice(1)
  .map((block): Line => ({ kind: 'block', hex: writeBlock(block).toString('hex') }))
const text = lines.map(writeCheckedLine).join('')
const idLength = 16
const deployment: BakedFile<BitcoinDeployment> = {
  bakeId: createHash('sha256').update(text).digest('hex').slice(0, idLength),
  bakedAt: now,
  networkId: bitcoinChain.networkId,
  nativePrice: tokensOfFirst.find(({ symbol }) => symbol === 'WBTC')?.price ?? 0,
  accounts: bitcoinAccounts
    .filter(({ role }) => role !== 'empty')
    .map(({ address, ordinals, role }) => ({ address, ordinals, role })),
}

const folder = new URL('../baked/', import.meta.url)
const packed = gzipSync(text, { level: 9 })
writeFileSync(new URL('bitcoin.lines.gz', folder), packed)
writeFileSync(new URL('bitcoin.json', folder), `${JSON.stringify(deployment, null, 2)}\n`)
console.log(
  `${bitcoinChain.networkId}: ${tipOf(chain).height} blocks, ${chain.entries.size} transactions, ${Math.round(packed.length / 1_024)} kB`,
)
