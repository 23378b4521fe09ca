// Compares the speed of this tree with that of another commit, in one run.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { openWorktree } from './worktree.mjs'

/** Number of times that each of the two trees is measured. */
const rounds = 3

/** What both trees have of this tree. */
const benchFiles = [
  'tests/bench',
  'scripts/bench.mjs',
  'scripts/benchAgainst.mjs',
  'scripts/worktree.mjs',
]

/**
 * Measures parts of the bench in another commit and in this tree, in turns: so both see the same
 * load by other programs. Both run this tree's bench.
 * @param {string} commit
 * @param {readonly string[]} names the parts
 * @returns {Promise<{ id: string, before: Rows[], after: Rows[] }>} the rows of each round, by part
 * @typedef {Readonly<Record<string, readonly import('../tests/bench/group.ts').Row[]>>} Rows
 */
export async function benchAgainst(commit, names) {
  const { folder, id, remove } = openWorktree(commit)
  try {
    for (const path of benchFiles) {
      rmSync(join(folder, path), { recursive: true, force: true })
      cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
    }
    const [before, after] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      console.log(`Round ${round} of ${rounds}: ${id}, then this tree.`)
      before.push(await measure(folder, names))
      after.push(await measure(root, names))
    }
    return { id, before, after }
  } finally {
    remove()
  }
}

async function measure(tree, names) {
  const file = join(tree, 'node_modules/.latchkey/benchRows.json')
  rmSync(file, { force: true })
  const { code } = await run(process.execPath, ['scripts/bench.mjs', '--brief', file, ...names], {
    cwd: tree,
  })
  if (code !== 0) throw new Error(`The bench ended with ${code} in ${tree}.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}
