import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { folders } from '../settings/readSettings.ts'
import { readArchive, writeArchive } from './archive.ts'

test('an archive of all services’ folders is read with all their files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-archive-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const parts = Object.values(folders)
  for (const part of parts) {
    await mkdir(join(root, 'from', part, 'base'), { recursive: true })
    await writeFile(join(root, 'from', part, 'base', 'rows'), `of ${part}`)
  }
  await mkdir(join(root, 'to'))
  const archive = new PassThrough()
  const written = writeArchive(
    Object.fromEntries(parts.map((part) => [part, join(root, 'from', part)])),
    archive,
  ).finally(() => archive.end())
  const read = await readArchive(archive, join(root, 'to'))
  expect(read).toEqual(await written)
  for (const part of parts)
    expect(await readFile(join(root, 'to', part, 'base', 'rows'), 'utf8')).toBe(`of ${part}`)
  expect(read.versions).toMatchObject({ latchkey_sandbox: expect.any(Number) })
})
