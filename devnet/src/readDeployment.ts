import { readFileSync } from 'node:fs'
import type { Deployment } from './deployment.ts'

/**
 * Reads the description of a devnet chain and its contracts, as the last bake has written it.
 * @throws Error when no such chain was baked
 */
export function readDeployment(chainId: number): Deployment {
  const file = new URL(`../baked/${chainId}.json`, import.meta.url)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Deployment // `devnet/bake` has written it
  } catch (cause) {
    throw new Error(`Chain ${chainId} is not baked. Bake it: npx tsx devnet/bake/bake.ts`, {
      cause,
    })
  }
}
