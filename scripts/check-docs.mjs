// Checks that exports have a comment: every export of the kit's entries, and every exported
// function of packages and services. Then follows the links in all Markdown files and comments,
// anchors included.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { faultsOfLinks } from './docLinks.mjs'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const entries = /^packages\/kit\/src\/exports\/\w+\.ts$/
const tracked = trackedFiles()
const sources = tracked.filter(
  (path) =>
    /^(packages|services)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path),
)
const functions = new Set([
  'FunctionDeclaration',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'TSDeclareFunction',
])

/**
 * Reads the top-level declarations of a module by name, and its re-exports: `{ declared: Map<name,
 * { line, isFunction, isExported, isDocumented }>, passedOn: Map<name, { from, name }> }`.
 */
function read(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const isDocumented = ({ start }) =>
    docs.some(
      (doc) => doc.end <= start && /^(\s|\/\*.*?\*\/|\/\/.*)*$/s.test(text.slice(doc.end, start)),
    )
  const declared = new Map()
  const passedOn = new Map()
  const add = (id, node, isFunction, isExported) => {
    // only the first overload needs a comment
    if (!declared.has(id))
      declared.set(id, {
        line: text.slice(0, node.start).split('\n').length,
        isFunction,
        isExported,
        isDocumented: isDocumented(node),
      })
  }
  for (const node of program.body) {
    const isDefault = node.type === 'ExportDefaultDeclaration'
    const isExported = isDefault || node.type === 'ExportNamedDeclaration'
    const declaration = isExported ? node.declaration : node
    if (isExported && node.source)
      for (const one of node.specifiers)
        passedOn.set(one.exported.name, { from: node.source.value, name: one.local.name })
    else if (isExported && !declaration)
      for (const one of node.specifiers) passedOn.set(one.exported.name, { name: one.local.name })
    if (!declaration) continue
    if (declaration.type === 'VariableDeclaration')
      for (const one of declaration.declarations)
        add(one.id.name, node, functions.has(one.init?.type), isExported)
    else if (isDefault || declaration.id)
      add(
        isDefault ? 'default' : declaration.id.name,
        node,
        functions.has(declaration.type),
        isExported,
      )
  }
  return { declared, passedOn }
}

const modules = new Map(sources.map((path) => [path, read(path)]))

/**
 * Finds the declaration of a name that a module exports, through all re-exports; undefined for a
 * name of another package.
 */
function find(path, name) {
  const { declared, passedOn } = modules.get(path) ?? {}
  const next = passedOn?.get(name)
  if (!next) return declared?.get(name) && { path, name, ...declared.get(name) }
  if (!next.from) return { path, name: next.name, ...declared.get(next.name) }
  const target = next.from.startsWith('.')
    ? join(dirname(path), next.from)
    : next.from.replace(/^@latchkey\/(\w+)\/(.+)$/, 'packages/$1/src/$2.ts')
  return find(target, next.name)
}

const offered = sources
  .filter((path) => entries.test(path))
  .flatMap((path) =>
    [
      ...modules.get(path).passedOn.keys(),
      ...[...modules.get(path).declared].flatMap(([name, { isExported }]) =>
        isExported ? [name] : [],
      ),
    ].flatMap((name) => find(path, name) ?? []),
  )
const exported = sources.flatMap((path) =>
  [...modules.get(path).declared]
    .filter(([, one]) => one.isExported && one.isFunction)
    .map(([name, one]) => ({ path, name, ...one })),
)
const all = [
  ...new Map([...offered, ...exported].map((one) => [`${one.path} ${one.name}`, one])).values(),
]
const missing = all.filter(({ isDocumented }) => !isDocumented)

for (const { path, line, name } of missing)
  console.error(`${path}:${line}: ${name} is exported and says nothing of itself`)

const isText = (path) => /\.(?:md|ts|tsx|mjs|cjs|js|css|html|sol)$/.test(path)
const faults = faultsOfLinks(
  new Map(tracked.filter(isText).map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  tracked,
)
faults.forEach((fault) => console.error(fault))
console.log(
  `${all.length - missing.length} of ${all.length} exports are documented, ${faults.length} faults of links`,
)
process.exitCode = missing.length > 0 || faults.length > 0 ? 1 : 0
