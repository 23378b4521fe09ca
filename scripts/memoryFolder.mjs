// Makes a folder in memory for the files of tests, because writing them to a disk takes a tenth of
// a run's processor time.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of Linux's file system in memory, and the number of bytes that must be free there. */
const [place, room] = ['/dev/shm', 4 * 1024 ** 3]

/**
 * Makes a folder in memory that is removed when this process ends. @returns {string | undefined}
 * undefined if too little memory is free, if this is not Linux, or if `TMPDIR` names a folder
 */
export function memoryFolder() {
  if (process.env.TMPDIR || process.platform !== 'linux' || freeIn(place) < room) return undefined
  const folder = mkdtempSync(join(place, 'latchkey-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711) // PostgreSQL, which runs as another user, has to reach its files
  // tsx stores its compiled code in the temporary folder. This link puts it on the disk, so that
  // the next run finds it
  const compiled = `tsx-${process.geteuid()}`
  mkdirSync(join(tmpdir(), compiled), { recursive: true })
  symlinkSync(join(tmpdir(), compiled), join(folder, compiled))
  return folder
}

function freeIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0 // this system has no `/dev/shm`
  }
}
