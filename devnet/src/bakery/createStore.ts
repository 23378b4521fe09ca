/** Subscriptions in a file. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Address } from 'viem'
import type { Subscription } from './createBakery.ts'

/** Opens the file of an earlier run. A file that does not exist has no subscriptions. */
export async function createStore(file: string | undefined) {
  const text = file === undefined ? '[]' : await readFile(file, 'utf8').catch(() => '[]')
  // `save` has written it
  const subscriptions = new Map(JSON.parse(text) as readonly [Address, Subscription][])
  let saved = Promise.resolve()

  async function write(): Promise<void> {
    if (file === undefined) return
    await writeFile(`${file}.new`, JSON.stringify([...subscriptions]), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }

  return {
    subscriptions,
    /** Writes the file as a whole, so that a crash leaves the old one or the new one. */
    save: () => (saved = saved.then(write)),
    /** Waits until everything is written. */
    close: () => saved,
  }
}
