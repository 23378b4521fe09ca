import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { argsOf } from '../testing/programs.ts'
import { shortRun } from '../testing/shortRun.ts'

/**
 * Runs a scene in its own small file system. Every user may mount it if the system allows user
 * namespaces.
 */
function onSmallDisk(scene: string): { status: number | null; output: string[] } {
  const run = 'mount -t tmpfs -o size=200m tmpfs /mnt && exec "$@" /mnt'
  const { status, stdout } = spawnSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      run,
      'sh',
      process.execPath,
      ...shortRun,
      ...argsOf(new URL('../testing/brokenDisk.entry.ts', import.meta.url)),
      scene,
    ],
    { encoding: 'utf8', timeout: 110_000 },
  )
  return { status, output: stdout.trim().split('\n') }
}

const mayMount =
  spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'],
    { timeout: 10_000 },
  ).status === 0

test.skipIf(!mayMount)(
  'a full disk causes a named error until the disk has room (skipped where nothing can be mounted)',
  { timeout: 120_000 },
  () => {
    expect(onSmallDisk('full')).toEqual({
      status: 0,
      output: [
        'written',
        'DiskFullError',
        'The disk of the database has less than 64 MiB left',
        'read 1',
        'written',
        'fine',
        'read 2',
      ],
    })
  },
)

test.skipIf(!mayMount)(
  'when the disk fills up during a transaction, only the thread ends, the database recovers, and all written data remains (skipped where nothing can be mounted)',
  { timeout: 120_000 },
  () => {
    expect(onSmallDisk('fills')).toEqual({
      status: 0,
      output: ['written', 'DatabaseError', 'The database is not open', 'fine', 'all there', 'fine'],
    })
  },
)

test.skipIf(!mayMount)(
  'a read-only disk causes a named error until the disk is writable (skipped where nothing can be mounted)',
  { timeout: 120_000 },
  () => {
    expect(onSmallDisk('readOnly')).toEqual({
      status: 0,
      output: [
        'written',
        'UnusableFolderError',
        'The folder of the database cannot be written (EROFS): give it to the user of this process, on a disk that is not read-only, or name another folder',
        'read: Error',
        'written',
        'fine',
        'read 2',
        'cannot be opened: FolderError',
      ],
    })
  },
)
