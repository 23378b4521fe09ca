import { createReadStream, createWriteStream } from 'node:fs'
import { access, link, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { codeOf } from '@latchkey/server/causesOf'
import { FolderInUseError, lockFolder } from '@latchkey/server/lockFolder'
import { makeFolder } from '@latchkey/server/makeFolder'
import { readArchive, writeArchive } from '../backup/archive.ts'
import { requestBackup } from '../backup/control.ts'
import { folders, type Settings } from '../settings/readSettings.ts'
import { SettingsError } from '../settings/settingsError.ts'

const unfinished = '.restoring-'
const noFolder = 'store: is not a folder: PostgreSQL has pg_dump, and Redis its own files'

/**
 * Refuses a folder into which a restore was not finished.
 * @throws SettingsError
 */
export async function refuseHalfRestored(folder: string): Promise<void> {
  const found = (await readdir(folder).catch(() => [])).filter((name) =>
    name.startsWith(unfinished),
  )
  if (found.length > 0)
    throw new SettingsError([
      `store: a restore broke off: delete what is in ${folder}, and restore again`,
    ])
}

/**
 * Writes everything that is stored in the folder into one file, which only its owner can read. The
 * program may run meanwhile. The file gets its final name when it is complete.
 * @throws SettingsError, also while the program starts or ends; the system's error
 */
export async function backup(
  { folder }: Settings,
  file: string,
  print: (line: string) => void,
): Promise<void> {
  if (folder === undefined) throw new SettingsError([noFolder])
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    throw new SettingsError([`${file} exists: name another file`])
  const part = `${file}.part-${process.pid}`
  try {
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600 })
    const wasRunning = await requestBackup(folder, (archive) => pipeline(archive, target))
    if (!wasRunning) {
      await writeStopped(folder, target)
      target.end()
      await finished(target)
    }
    const handle = await open(part, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(part, file) // `link` fails if another file got this name meanwhile
    print(
      `${file}: ${((await stat(file)).size / 1024 ** 2).toFixed(1)} MiB, of ${wasRunning ? 'the running program' : 'the folder, which nobody used meanwhile'}`,
    )
    print(
      'It has no secrets of the settings: keep wallet.keys and the vault’s key elsewhere, without which no share in it can be read.',
    )
  } finally {
    await rm(part, { force: true })
  }
}

/**
 * Throws the error for a folder that a program uses. A running program makes the backup itself.
 * This error is for a program that has locked its folders, but does not listen yet or any more.
 */
function refuseUsed(folder: string, cause: unknown): never {
  if (!(cause instanceof FolderInUseError)) throw cause
  throw new SettingsError(
    [
      `store: the program that uses ${folder} is still starting, or is ending: try again when its log says "running", or when it has ended`,
    ],
    { cause },
  )
}

async function writeStopped(folder: string, target: NodeJS.WritableStream): Promise<void> {
  const there = (
    await Promise.all(
      Object.values(folders).map(async (name) =>
        (await stat(join(folder, name)).catch(() => undefined))?.isDirectory() ? [name] : [],
      ),
    )
  ).flat()
  if (there.length === 0) throw new SettingsError([`store: nothing is stored in ${folder} yet`])
  const unlocks: (() => Promise<void>)[] = []
  try {
    for (const name of there)
      unlocks.push(
        await lockFolder(join(folder, name)).catch((error: unknown) => refuseUsed(folder, error)),
      )
    await writeArchive(Object.fromEntries(there.map((name) => [name, join(folder, name)])), target)
  } finally {
    for (const unlock of unlocks) await unlock()
  }
}

/**
 * Puts a backup into the folder of the settings, which has to be empty. If the backup is damaged,
 * the folder is empty again afterwards.
 * @throws SettingsError, ArchiveError, FolderError, the system's error
 */
export async function restore(
  { folder }: Settings,
  file: string,
  print: (line: string) => void,
): Promise<void> {
  if (folder === undefined) throw new SettingsError([noFolder])
  await makeFolder(folder, 0o700)
  const before = (await readdir(folder)).filter((name) => name !== 'lost+found')
  if (before.length > 0)
    throw new SettingsError([
      `store: ${folder} is not empty: name another folder, or move this one away`,
    ])
  const fresh = await mkdtemp(join(folder, unfinished))
  try {
    const archive = createReadStream(file)
    const { at, files } = await readArchive(archive, fresh).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT'
        ? new SettingsError([`${file} cannot be read (ENOENT)`], { cause: error })
        : error
    })
    // until `fresh` is removed, no program starts from this folder
    for (const name of await readdir(fresh)) await rename(join(fresh, name), join(folder, name))
    await rm(fresh, { recursive: true })
    print(`${Object.keys(files).length} files of ${at} are in ${folder}`)
  } catch (error) {
    for (const name of [...Object.values(folders), fresh.slice(dirname(fresh).length + 1)])
      await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}
