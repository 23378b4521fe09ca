import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the chain's tools. Its `package.json` and its lock are in the repository. Their
 * packages are installed at the first start, because they are large, and nothing else needs them.
 */
export const toolsFolder: string = fileURLToPath(new URL('../../../polkadot', import.meta.url))

/** Thrown if the tools could not be installed. `message` is a sentence for the user. */
export class MissingToolsError extends Error {
  override readonly name = 'MissingToolsError'
}

/** The max time of an installation, in milliseconds. */
const maxTime = 600_000

const manifests = ['package.json', 'package-lock.json'] as const

/**
 * The folder in which the packages of the present lock are or will be installed. It appears when
 * everything is in it.
 */
export function installedFolder(folder: string = toolsFolder): string {
  const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
  return join(folder, 'node_modules', `lock-${lock.digest('hex').slice(0, 12)}`)
}

/** Whether the tools are installed. */
export const areToolsInstalled = (): boolean => existsSync(installedFolder())

/**
 * Installs the tools if they are not installed. Several processes may do so at the same time. No
 * script of a package runs.
 * @returns the folder of the installed packages
 * @throws MissingToolsError; the reason of `signal`
 */
export async function installTools({
  folder = toolsFolder,
  onInstall = () => {},
  signal,
}: {
  /** The folder with `package.json` and the lock. */
  folder?: string
  /** Called if packages have to be fetched. */
  onInstall?: () => void
  signal?: AbortSignal | undefined
} = {}): Promise<string> {
  signal?.throwIfAborted()
  const target = installedFolder(folder)
  if (existsSync(target)) return target
  onInstall()
  const parent = join(folder, 'node_modules')
  const work = join(parent, `installing-${randomUUID()}`)
  try {
    await mkdir(work, { recursive: true })
    await removeLeft(parent)
    for (const name of manifests) await copyFile(join(folder, name), join(work, name))
    await runNpm(work, signal)
    await putInPlace(work, target)
    await removeOthers(parent, target)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof MissingToolsError
      ? error
      : new MissingToolsError(
          `The tools of the Polkadot chain could not be installed: ${messageOf(error)}`,
          { cause: error },
        )
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return target
}

/** Installs exactly the packages of the lock in a folder. */
function runNpm(cwd: string, signal: AbortSignal | undefined): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false']
  return new Promise((resolve, reject) => {
    execFile(
      process.platform === 'win32' ? 'npm.cmd' : 'npm',
      args,
      { cwd, signal, timeout: maxTime, maxBuffer: 2 ** 24, shell: process.platform === 'win32' },
      (error, _output, problem) => {
        if (!error) return resolve()
        reject(new MissingToolsError(reasonOf(problem), { cause: error }))
      },
    )
  })
}

/** The sentence about an installation that failed, by the output of npm. */
function reasonOf(output: string): string {
  const what = 'The tools of the Polkadot chain could not be installed'
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/.test(output))
    return `${what}, because the package registry could not be reached`
  if (/ENOSPC/.test(output)) return `${what}, because the disk is full`
  const [first = 'npm gave no reason'] = /^npm error (?!code)(.+)$/m.exec(output)?.slice(1) ?? []
  return `${what}: ${first.slice(0, 200)}`
}

/** Renames the folder. If another process was faster, its folder stays. */
async function putInPlace(work: string, target: string): Promise<void> {
  try {
    await rename(work, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
}

/** Removes the packages of earlier locks. */
async function removeOthers(parent: string, target: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if (name.startsWith('lock-') && path !== target)
      await rm(path, { recursive: true, force: true })
  }
}

/** Removes what installations have left that were killed. */
async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    // another process may be installing now, or have just ended
    const begun = await stat(path).catch(() => undefined)
    if (name.startsWith('installing-') && begun && Date.now() - begun.mtimeMs > 2 * maxTime)
      await rm(path, { recursive: true, force: true })
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'unknown error'
