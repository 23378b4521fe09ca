import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bitcoinChain, infoOf } from '../../chains.ts'
import { readCheckedLines } from '../../checkedLines.ts'
import type { BakedFile } from '../../deployment.ts'
import type { BitcoinDeployment } from '../deployment.ts'
import type { Line } from './lines.ts'

const baked = (name: string) => new URL(`../../../baked/${name}`, import.meta.url)

/** Reads the baked deployment of the Bitcoin chain. @throws Error when it was never baked */
export function readBitcoinDeployment(): BitcoinDeployment {
  try {
    // our own bake wrote it
    const contents = JSON.parse(
      readFileSync(baked('bitcoin.json'), 'utf8'),
    ) as BakedFile<BitcoinDeployment>
    return { ...contents, ...infoOf(bitcoinChain) }
  } catch (cause) {
    throw new Error('The Bitcoin chain is not baked. Bake it: npx tsx devnet/bake/bakeBitcoin.ts', {
      cause,
    })
  }
}

/** Reads the lines of the baked chain. */
export function readBakedLines(): Line[] {
  const { lines } = readCheckedLines(gunzipSync(readFileSync(baked('bitcoin.lines.gz'))).toString())
  return lines as Line[] // our own bake wrote them
}
