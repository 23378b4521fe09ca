import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDisk } from './createDisk.ts'

const broken = { name: 'DatabaseError', message: 'The folder of the database cannot be written' }

async function makeDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, probed: join(folder, 'probe'), disk: createDisk(folder) }
}

test('a probe of a disk that refuses writes fails with a named error until the disk accepts them', async () => {
  const { probed, disk } = await makeDisk()
  await mkdir(probed)
  await expect(disk.probe()).rejects.toMatchObject(broken)
  await rm(probed, { recursive: true })
  await disk.probe()
  await disk.probe()
})

test('a probe of a hanging disk fails with a named error, does not block other files, and succeeds when the disk works again', {
  timeout: 30_000,
}, async () => {
  const { folder, probed, disk } = await makeDisk()
  spawnSync('mkfifo', [probed]) // opening a FIFO for writing waits until there is a reader
  for (let look = 0; look < 8; look++) await expect(disk.probe()).rejects.toMatchObject(broken)
  await Promise.all(
    Array.from({ length: 8 }, () => expect(disk.probe()).rejects.toMatchObject(broken)),
  )
  expect(await readdir(folder)).toEqual(['probe'])
  await disk.check()
  const reader = await open(probed, constants.O_RDONLY | constants.O_NONBLOCK)
  await rm(probed)
  await expect
    .poll(() =>
      disk.probe().then(
        () => 'written',
        () => 'not written',
      ),
    )
    .toBe('written')
  await reader.close()
})
