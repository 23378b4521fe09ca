import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderError, makeFolder } from './makeFolder.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('makeFolder creates a folder and its parents, and accepts existing ones', async () => {
  const folder = join(await newFolder(), 'a', 'b', 'c')
  await makeFolder(folder, 0o700)
  await makeFolder(folder, 0o700)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test.skipIf(!existsSync('/proc/self'))(
  `the error names a place where no folder can be created${existsSync('/proc/self') ? '' : ' (this system has no /proc)'}`,
  async () => {
    await expect(makeFolder('/proc/latchkey/a')).rejects.toThrow(FolderError)
    await expect(makeFolder('/proc/latchkey')).rejects.toThrow(
      /^\/proc\/latchkey cannot be made \(ENOENT\): name a folder/,
    )
  },
)

test('the error names the path when a file is in the place of the folder or of its parent', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toThrow(`${file} cannot be made (EEXIST)`)
  await expect(makeFolder(join(file, 'a'))).rejects.toThrow('cannot be made (ENOTDIR)')
  await expect(makeFolder('a\u0000b')).rejects.toThrow('cannot be made (ERR_INVALID_ARG_VALUE)')
})
