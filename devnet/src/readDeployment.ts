import { readFileSync } from 'node:fs'
import { evmChains, infoOf } from './chains.ts'
import type { BakedFile, Deployment } from './deployment.ts'

/**
 * The contracts of a chain of `chains.ts`, as the last bake wrote them.
 * @throws Error when the chain is not in `chains.ts`, or was not baked
 */
export function readDeployment(chainId: number): Deployment {
  const file = new URL(`../baked/${chainId}.json`, import.meta.url)
  const plan = evmChains.find((candidate) => candidate.chainId === chainId)
  try {
    if (!plan) throw new Error(`devnet/src/chains.ts has no chain ${chainId}.`)
    // our own bake wrote it
    const baked = JSON.parse(readFileSync(file, 'utf8')) as BakedFile<Deployment>
    return { ...baked, ...infoOf(plan) }
  } catch (cause) {
    const first = plan ? 'Bake it' : 'Add it to devnet/src/chains.ts, then bake it'
    throw new Error(
      `Chain ${chainId} is not baked. ${first}: npx tsx devnet/bake/bake.ts ${chainId}`,
      { cause },
    )
  }
}
