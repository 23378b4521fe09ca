// Which projects make up a project: those that its tsconfig.json refers to, and those that these
// refer to.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** A project and all projects that it needs, as folders relative to the repository. */
function projectsIn(folder) {
  const found = new Set([folder])
  for (const one of found) {
    const { references = [] } = JSON.parse(readFileSync(join(root, one, 'tsconfig.json'), 'utf8'))
    for (const { path } of references) found.add(join(one, path))
  }
  return [...found]
}

/** The folder of the package that a folder belongs to. */
const packageOf = (folder) =>
  existsSync(join(root, folder, 'package.json')) ? folder : packageOf(dirname(folder))

/**
 * The files and folders that projects are built from, relative to the repository: for each of them
 * and for each project that they need, the sources, and the data and the settings of the package.
 * @param {...string} folders the projects', relative to the repository
 */
export function sourcesOf(...folders) {
  const parts = folders
    .flatMap(projectsIn)
    .flatMap((folder) => [...sourcesIn(folder), ...settingsOf(packageOf(folder))])
  return [...new Set(parts)]
}

const sourcesIn = (folder) =>
  packageOf(folder) === folder ? [`${folder}/src`, `${folder}/data`] : [folder]

const settingsOf = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(?:ts|json)$/.test(name))
    .map((name) => `${folder}/${name}`)

/**
 * The packages of this repository that a build of a package bundles, as folders relative to the
 * repository.
 * @param {string} folder the package's, relative to the repository
 */
export const packagesIn = (folder) =>
  [...new Set(projectsIn(folder).map(packageOf))].filter((one) => one !== folder)
