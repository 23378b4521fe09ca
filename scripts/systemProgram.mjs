// Finds the system programs that tests need. Installs Debian's package of a program that is
// missing.
import { accessSync, constants } from 'node:fs'
import { delimiter } from 'node:path'
import { run } from './run.mjs'

/** Whether the path is an executable program. @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The folders of `PATH`. */
export const pathFolders = () => (process.env.PATH ?? '').split(delimiter)

/**
 * Installs the first of these Debian packages that is available. @throws with instructions when
 * that fails
 */
async function install({ name, packs, howTo, remark = 'once' }) {
  const isRoot = process.getuid?.() === 0
  const [command, ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  console.log(`No ${name} found: installing Debian's (${remark}) …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run(command, [...before, 'update', '-q'], { capture: true, env })
  let lastOutput = ''
  for (const pack of packs) {
    const { code, output } = await run(
      command,
      [...before, 'install', '-y', '-q', '--no-install-recommends', pack],
      { capture: true, env },
    )
    if (code === 0) return
    lastOutput = output
  }
  throw new Error(
    `${lastOutput.trim().split('\n').slice(-5).join('\n')}\n\n${name} could not be installed. ${howTo}`,
  )
}

/**
 * The path of a program. If `find` returns nothing, installs the first Debian package of `packs`
 * that is available, and tries again.
 * @param {{ name: string, packs: readonly string[], howTo: string, remark?: string, find: () =>
 *   string | undefined | Promise<string | undefined> }} program
 * @returns {Promise<string>} @throws with instructions when the program is still missing
 */
export async function ensureProgram({ find, ...program }) {
  const found = await find()
  if (found) return found
  await install(program)
  const installed = await find()
  if (!installed) throw new Error(`There is still no ${program.name}. ${program.howTo}`)
  return installed
}
