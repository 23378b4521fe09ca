// Checks the types of all projects, that each file belongs to one, and that no project sees more of
// a platform than its `tsconfig.*.json` says: a package's typings can bring Node or the DOM along.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isMain } from './isMain.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const cache = join(root, 'node_modules/.cache/types')
/** Files that no project lists: sites of their own, and code that is built elsewhere. */
const otherProjects = /^(?:examples|tests\/outside)\//
/** What a project that extends a configuration must not load. */
const forbidden = {
  'tsconfig.neither.json': /(^|\/)lib\.dom\.|\/@types\/node\//,
  'tsconfig.browser.json': /\/@types\/node\//,
  'tsconfig.node.json': /(^|\/)lib\.dom\./,
}

/**
 * The projects of the last build, as it recorded them.
 * @returns {{ folder: string, platform: string, own: string[], loaded: string[] }[]} `folder`:
 * relative to the repository; `platform`: the configuration that it extends; `own`: the files that
 * it lists; `loaded`: all files that it has read, with typings of packages
 */
function builtProjects() {
  const { references } = readJson(join(root, 'tsconfig.json'))
  return ['.', ...references.map(({ path }) => path)]
    .filter((folder) => existsSync(join(cache, folder, 'tsconfig.tsbuildinfo')))
    .map((folder) => {
      const { root: listed, fileNames } = readJson(join(cache, folder, 'tsconfig.tsbuildinfo'))
      const loaded = fileNames.map((path) => relative(root, join(cache, folder, path)))
      // numbers from 1, and pairs of the first and the last number of a range
      const own = listed.flatMap((ids) => {
        const [first, last = first] = [ids].flat()
        return loaded.slice(first - 1, last)
      })
      const { extends: base } = readJson(join(root, folder, 'tsconfig.json'))
      return { folder, platform: base.split('/').at(-1), own, loaded }
    })
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Faults in how files are divided among projects.
 * @param {readonly string[]} files paths of all TypeScript files
 * @param {ReturnType<typeof builtProjects>} projects
 * @returns {string[]} a line for each
 */
export function projectFaults(files, projects) {
  const owners = new Map()
  for (const { folder, own } of projects)
    for (const path of own) owners.set(path, [...(owners.get(path) ?? []), folder])
  const unlisted = files
    .filter((path) => !owners.has(path))
    .map((path) => `${path}: no tsconfig.json lists it, so its types are not checked`)
  const shared = [...owners]
    .filter(([path, folders]) => folders.length > 1 && !path.endsWith('.d.ts'))
    .map(([path, folders]) => `${path}: listed by several projects: ${folders.join(', ')}`)
  const leaks = projects.flatMap(({ folder, platform, loaded }) => {
    const leak = loaded.find((path) => forbidden[platform]?.test(path))
    return leak ? [`${folder} extends ${platform}, and loads ${leak}`] : []
  })
  return [...unlisted, ...shared, ...leaks]
}

if (isMain(import.meta.url)) {
  const { code } = await run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--build',
    '--pretty',
    'false',
    // four checkers, the default, would use a fifth more processor time, because each reads the
    // libraries itself
    '--checkers',
    '2',
  ])
  const files = trackedFiles().filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !otherProjects.test(path),
  )
  const projects = builtProjects()
  const faults = projectFaults(files, projects)
  faults.forEach((fault) => console.error(fault))
  console.log(`${files.length} files in ${projects.length} projects, ${faults.length} at fault`)
  process.exitCode = code || (faults.length ? 1 : 0)
}
