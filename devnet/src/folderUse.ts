import { partsOf } from '@latchkey/protocol/isObject'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestAnvil } from './askAnvil.ts'

/**
 * Milliseconds that an anvil which is shutting down may still take; milliseconds between two looks.
 */
const limits = { leaving: 3_000, look: 50 }

/** Notes which anvil writes into a folder, so that no second one does. */
export async function noteUse(folder: string, url: string): Promise<void> {
  await writeFile(noteIn(folder), JSON.stringify({ url, instance: await instanceAt(url) }))
}

/** Removes the note. */
export async function endUse(folder: string): Promise<void> {
  await rm(noteIn(folder), { force: true })
}

/** Whether an anvil writes into the folder. An anvil that is shutting down is waited for first. */
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
    } | null // checked next
    return typeof note?.url === 'string' && typeof note.instance === 'string'
      ? { url: note.url, instance: note.instance }
      : undefined
  } catch {
    return undefined // an incomplete note proves nothing
  }
}

/** A number that anvil draws anew at every start. */
async function instanceAt(url: string): Promise<string | undefined> {
  const { instanceId } = partsOf(await requestAnvil(url, 'anvil_metadata'))
  return instanceId === undefined ? undefined : String(instanceId)
}

function noteIn(folder: string): string {
  return join(folder, 'running.json')
}
