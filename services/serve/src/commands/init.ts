import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { makeFolder } from '@latchkey/server/makeFolder'
import { template } from './template.ts'

/** A file that `init` would write exists already. */
export class ExistsError extends Error {
  override readonly name = 'ExistsError'
}

/**
 * Writes a file of settings with comments, and new secrets in files of a folder beside it. If one
 * of the files exists already, nothing is written.
 * @returns the paths of the written files
 * @throws ExistsError, FolderError
 */
export async function init(file: string): Promise<readonly string[]> {
  const name = basename(file).replace(/\.json$/, '')
  const secrets = join(dirname(file), `${name}.secrets`)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await makeFolder(dirname(file))
  await makeFolder(secrets, 0o700)
  const files: readonly (readonly [path: string, text: string])[] = [
    [join(secrets, 'token'), `${randomBytes(32).toString('hex')}\n`],
    [
      join(secrets, 'wallet.keys'),
      `# the first key encrypts, all decrypt: rotate by a new line on top. Without this file no stored share can be read again.\n${randomBytes(32).toString('base64')}\n`,
    ],
    [join(secrets, 'vault.json'), `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`],
    [file, template(`${name}.secrets`)],
  ]
  const written: string[] = []
  try {
    for (const [path, text] of files) {
      await writeFile(path, text, { flag: 'wx', mode: 0o600 })
      written.push(path)
    }
  } catch (error) {
    await Promise.all(written.map((path) => rm(path)))
    if (codeOf(error) !== 'EEXIST') throw error
    throw new ExistsError(
      `${String((error as NodeJS.ErrnoException).path)} exists, and nothing was written: name another file, or move this one away`,
      { cause: error },
    ) // errors of the file system have a path
  }
  return written
}
