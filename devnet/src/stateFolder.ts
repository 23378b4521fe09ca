import { isObject } from '@latchkey/protocol/isObject'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Deployment } from './deployment.ts'

/** The location of a chain's state for anvil. */
export type StateFolder = {
  /** anvil's state file. */
  file: string
  /** Whether anvil stores its state there. */
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
 * The state of one chain in a folder. The baked state when there is none, when it belongs to
 * another bake, when it can't be read, or when `fresh` is set.
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
 * Whether the file is complete. anvil does not write atomically: after a power cut the file may be
 * incomplete.
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

function bakedState(chainId: number): Buffer {
  return gunzipSync(readFileSync(new URL(`../baked/${chainId}.state.json.gz`, import.meta.url)))
}
