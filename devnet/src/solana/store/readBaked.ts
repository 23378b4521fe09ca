import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readLines, type Line } from './lines.ts'
import { infoOf, solanaChain } from '../../chains.ts'
import type { BakedFile } from '../../deployment.ts'
import type { SolanaDeployment } from '../deployment.ts'

const baked = (name: string) => new URL(`../../../baked/${name}`, import.meta.url)

/** Reads the baked deployment of the Solana chain. @throws Error when it was never baked */
export function readSolanaDeployment(): SolanaDeployment {
  try {
    // our own bake wrote it
    const contents = JSON.parse(
      readFileSync(baked('solana.json'), 'utf8'),
    ) as BakedFile<SolanaDeployment>
    return { ...contents, ...infoOf(solanaChain) }
  } catch (cause) {
    throw new Error('The Solana chain is not baked. Bake it: npx tsx devnet/bake/bakeSolana.ts', {
      cause,
    })
  }
}

/** Reads the lines of the baked state. */
export function readBakedLines(): Line[] {
  return readLines(gunzipSync(readFileSync(baked('solana.lines.gz'))).toString()).lines
}
