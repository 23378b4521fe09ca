import { mkdir } from 'node:fs/promises'
import { FolderInUseError, lockFolder } from '@latchkey/server/lockFolder'
import type { Line } from './lines.ts'
import { readBakedLines } from './readBaked.ts'
import { readState } from './readState.ts'

export type OpenStateOptions = {
  folder: string | undefined
  bakeId: string
  fresh: boolean
  onNotice: (text: string) => void
}

/**
 * The lines from which a chain starts. `folder` is where its changes are stored; undefined if they
 * are not stored.
 */
export type OpenState = {
  lines: readonly Line[]
  folder: string | undefined
  release: () => Promise<void>
}

/**
 * Reads the stored state of a folder, or the baked state. If another chain uses the folder, it
 * tells the user that nothing will be stored.
 */
export async function openState({
  folder,
  bakeId,
  fresh,
  onNotice,
}: OpenStateOptions): Promise<OpenState> {
  const passing = { lines: readBakedLines(), folder: undefined, release: () => Promise.resolve() }
  if (folder === undefined) return passing
  await mkdir(folder, { recursive: true })
  try {
    const release = await lockFolder(folder)
    return {
      lines: (await readState({ folder, bakeId, fresh, onNotice })) ?? passing.lines,
      folder,
      release,
    }
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    onNotice(`Latchkey Solana keeps nothing this time: another devnet is using ${folder}.`)
    return passing
  }
}
