import { isObject } from '@latchkey/protocol/isObject'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Deployment } from './deployment.ts'

/** Where anvil finds the state of a chain. */
export type StateFolder = {
  /** anvil's state file. */
  file: string
  /** Whether anvil also stores later states in this file. */
  isStored: boolean
}

/** Unpacks the baked state into a temporary folder, which exists until anvil has read it. */
export async function passingState(deployment: Deployment): Promise<StateFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-devnet-'))
  const file = join(folder, 'state.json')
  await writeFile(file, bakedState(deployment.chainId))
  return { file, isStored: false }
}

/** Removes the folder of {@link passingState}. */
export async function forget(state: StateFolder): Promise<void> {
  if (!state.isStored) await rm(join(state.file, '..'), { recursive: true, force: true })
}

/**
 * The stored state of a chain in a folder. The baked state replaces it if there is none, if it
 * belongs to another bake, if it can't be read, or if `fresh` is set.
 */
export async function storedState(
  folder: string,
  deployment: Deployment,
  fresh: boolean,
  onNotice: (text: string) => void,
): Promise<StateFolder> {
  const file = join(folder, 'state.json')
  const problem = fresh ? 'fresh' : problemWith(file, deployment)
  if (!problem) return { file, isStored: true }
  if (problem !== 'fresh' && problem !== 'none yet')
    onNotice(`${deployment.name} begins anew: its kept state ${problem}.`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, bakedState(deployment.chainId))
  await writeFile(bakeIdFile(file), deployment.bakeId)
  return { file, isStored: true }
}

function problemWith(file: string, deployment: Deployment): string | undefined {
  if (!existsSync(file)) return 'none yet'
  if (!existsSync(bakeIdFile(file)) || readFileSync(bakeIdFile(file), 'utf8') !== deployment.bakeId)
    return 'belongs to an older bake'
  return isState(file) ? undefined : 'is damaged'
}

/**
 * Whether the file is complete. It may not be, for example after a power cut, because anvil does
 * not write it atomically.
 */
function isState(file: string): boolean {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return (
      isObject(state) &&
      ['accounts', 'block', 'blocks', 'transactions'].every((key) => key in state)
    )
  } catch {
    return false // unreadable or not JSON: the file is damaged
  }
}

function bakeIdFile(stateFile: string): string {
  return join(stateFile, '..', 'bake-id')
}

/** An account in a chain's state, as anvil writes it. Numbers are in hex. */
export type StateAccount = {
  nonce: number
  balance: `0x${string}`
  code: `0x${string}`
  storage: Record<`0x${string}`, `0x${string}`>
}

/** Reads accounts of a chain's baked state. @throws Error if it has not all of them */
export function readBakedAccounts(
  chainId: number,
  addresses: readonly `0x${string}`[],
): readonly StateAccount[] {
  // our own bake wrote it
  const state = JSON.parse(bakedState(chainId).toString('utf8')) as {
    accounts: Record<string, StateAccount>
  }
  return addresses.map((address) => {
    const account = state.accounts[address.toLowerCase()]
    if (!account) throw new Error(`The baked state of chain ${chainId} has no account ${address}.`)
    return account
  })
}

function bakedState(chainId: number): Buffer {
  return gunzipSync(readFileSync(new URL(`../baked/${chainId}.state.json.gz`, import.meta.url)))
}
