import { partsOf } from '@latchkey/protocol/isObject'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestAnvil } from './askAnvil.ts'

/** In milliseconds: the max wait for an anvil that is shutting down; the time between checks. */
const limits = { leaving: 3_000, look: 50 }

/** Notes in a folder which anvil uses it, so that no second anvil uses the same folder. */
export async function noteUse(folder: string, url: string): Promise<void> {
  await writeFile(noteIn(folder), JSON.stringify({ url, instance: await instanceAt(url) }))
}

/** Removes the note of `noteUse`. */
export async function endUse(folder: string): Promise<void> {
  await rm(noteIn(folder), { force: true })
}

/** Whether an anvil uses the folder. If one does, waits a little: it may be shutting down. */
export async function isInUse(folder: string, signal?: AbortSignal): Promise<boolean> {
  const note = readNote(folder)
  if (!note) return false
  const giveUp = performance.now() + limits.leaving
  while (performance.now() < giveUp) {
    signal?.throwIfAborted()
    if ((await instanceAt(note.url)) !== note.instance) return false
    await new Promise((resolve) => setTimeout(resolve, limits.look))
  }
  return true
}

function readNote(folder: string): { url: string; instance: string } | undefined {
  if (!existsSync(noteIn(folder))) return undefined
  try {
    const note = JSON.parse(readFileSync(noteIn(folder), 'utf8')) as {
      url?: unknown
      instance?: unknown
    } | null // the next line checks the types
    return typeof note?.url === 'string' && typeof note.instance === 'string'
      ? { url: note.url, instance: note.instance }
      : undefined
  } catch {
    return undefined // an incomplete note does not prove that an anvil uses the folder
  }
}

/** The random number that anvil chooses at every start, by which the same anvil is recognised. */
async function instanceAt(url: string): Promise<string | undefined> {
  const { instanceId } = partsOf(await requestAnvil(url, 'anvil_metadata'))
  return instanceId === undefined ? undefined : String(instanceId)
}

function noteIn(folder: string): string {
  return join(folder, 'running.json')
}
