// Checks out another commit beside this tree, with the packages of this tree.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const git = (...parameters) =>
  execFileSync('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/**
 * Checks a commit out into a temporary folder. Its own packages are linked to the folder's sources,
 * all others to those of this tree.
 * @param {string} commit
 * @returns {{ folder: string, id: string, remove: () => void }} `id`: the short hash
 * @throws when there is no such commit, or when it needs other packages than this tree
 */
export function openWorktree(commit) {
  const id = git('rev-parse', '--short', '--verify', `${commit}^{commit}`).trim()
  const folder = join(mkdtempSync(join(tmpdir(), 'latchkey-worktree-')), 'tree')
  git('worktree', 'add', '--detach', folder, id)
  let isThere = true
  const remove = () => {
    if (!isThere) return
    isThere = false
    git('worktree', 'remove', '--force', folder)
    rmSync(dirname(folder), { recursive: true, force: true })
  }
  process.on('exit', remove) // also after a signal
  try {
    const lock = (tree) => readFileSync(join(tree, 'package-lock.json'), 'utf8')
    if (lock(folder) !== lock(root))
      throw new Error(`${id} needs other packages: its package-lock.json differs from this tree's.`)
    linkPackages(folder)
    return { folder, id, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Makes each folder `node_modules` that this tree has. */
function linkPackages(folder) {
  linkEntries(join(root, 'node_modules'), join(folder, 'node_modules'))
  const stamp = 'node_modules/.latchkey/installed'
  mkdirSync(dirname(join(folder, stamp)), { recursive: true })
  if (existsSync(join(root, stamp))) cpSync(join(root, stamp), join(folder, stamp))
  const manifests = git('ls-files', '*/package.json').trim().split('\n')
  for (const workspace of manifests.map(dirname)) {
    const own = join(workspace, 'node_modules')
    if (existsSync(join(root, own)) && existsSync(join(folder, workspace)))
      linkEntries(join(root, own), join(folder, own))
  }
}

/** What a build stores in `node_modules` belongs to one tree. */
const isStored = (name) => name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json'

function linkEntries(from, to) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => !isStored(entry))) {
    const path = join(from, name)
    // a link is relative and leads to a package of the tree itself
    if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), join(to, name))
    else if (name.startsWith('@')) linkEntries(path, join(to, name))
    else symlinkSync(path, join(to, name))
  }
}
