// Measures the structure of the code: `npm run measure`, or `npm run measure -- <folder of a
// clone>`.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from '@swc/core'
import { root } from './root.mjs'

const clone = process.argv[2] ?? root
const tracked = execFileSync('git', ['ls-files', '-z'], {
  cwd: clone,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((path) => path && existsSync(join(clone, path)))
const code = tracked.filter((path) => /\.(ts|tsx|mts|mjs|cjs|css)$/.test(path))
const isTest = (path) => /\.(test|spec)\.|^(e2e|bench|abuse|tests|examples)\//.test(path)
const isTranslation = (path) => /\/locales?\/(?!en\.)[\w-]+\.ts$/.test(path)
const source = code.filter((path) => !isTest(path) && /\.tsx?$/.test(path))
const texts = new Map(code.map((path) => [path, readFileSync(join(clone, path), 'utf8')]))
const linesOf = (path) => texts.get(path).split('\n').length - 1
const sum = (paths) => paths.reduce((total, path) => total + linesOf(path), 0)

/** Folders with only one source file and no subfolder. Tests do not count. */
function foldersOfOne(paths) {
  const counts = new Map()
  const parents = new Set()
  for (const path of paths) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    for (let up = dirname(dirname(path)); up !== '.'; up = dirname(up)) parents.add(up)
  }
  return [...counts].filter(([folder, count]) => count === 1 && !parents.has(folder)).length
}

/** Functions of more than `max` lines, without blank lines and comments, as oxlint counts them. */
function longFunctions(max) {
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  const config = join(folder, 'oxlintrc.json')
  const rules = {
    'max-lines-per-function': ['error', { max, skipBlankLines: true, skipComments: true }],
  }
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }))
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format', 'json'],
    { cwd: clone, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  rmSync(folder, { recursive: true })
  return JSON.parse(stdout).diagnostics.filter(({ filename }) => source.includes(filename)).length
}

/** Groups of modules that import each other, directly or through other modules. */
function cycles(isTypeCounted) {
  const imports = new Map(source.map((path) => [path, importsOf(path, isTypeCounted)]))
  const index = new Map()
  const low = new Map()
  const stack = []
  let groups = 0
  function visit(path) {
    index.set(path, index.size)
    low.set(path, index.get(path))
    stack.push(path)
    for (const next of imports.get(path) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path), low.get(next)))
    }
    if (low.get(path) !== index.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) groups += 1
  }
  for (const path of imports.keys()) if (!index.has(path)) visit(path)
  return groups
}

function importsOf(path, isTypeCounted) {
  const { body } = parseSync(texts.get(path), {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2022',
  })
  return body
    .filter(({ source: from }) => from?.value.startsWith('.'))
    .filter(
      (statement) =>
        isTypeCounted ||
        !(
          statement.typeOnly ||
          (statement.specifiers?.length &&
            statement.specifiers.every(({ isTypeOnly }) => isTypeOnly))
        ),
    )
    .map((statement) => normalize(join(dirname(path), statement.source.value)))
    .filter((target) => texts.has(target))
}

/** Lines outside the folders of chains that compare a namespace with a literal. */
function namespaceComparisons() {
  const chainFolder = /(?:^|\/)(?:chains|solana|evm)\/|\/(?:solana|evm)[A-Z\w]*\.tsx?$/
  const pattern =
    /(?<!typeof )namespace\s*[!=]==\s*['"]|['"](?:eip155|solana)['"]\s*[!=]==|[!=]==\s*['"](?:eip155|solana)['"]|startsWith\(['"](?:eip155|solana):/
  return source
    .filter((path) => !chainFolder.test(path))
    .flatMap((path) =>
      texts
        .get(path)
        .split('\n')
        .filter((line) => pattern.test(line)),
    ).length
}

const short = source.filter((path) => linesOf(path) < 12 && !isTranslation(path))
const kitSource = source.filter((path) => path.startsWith('packages/kit/src/'))
const table = {
  'files, tracked': tracked.length,
  'files of code': code.length,
  'lines of source (without tests and translations)': sum(source.filter((p) => !isTranslation(p))),
  'lines of translations in TypeScript': sum(source.filter(isTranslation)),
  'lines of tests': sum(code.filter(isTest)),
  'source files under 12 lines': short.length,
  'folders of one file, in the kit': foldersOfOne(kitSource),
  'folders of one file, everywhere': foldersOfOne(source),
  'functions over 60 lines': longFunctions(60),
  'functions over 100 lines': longFunctions(100),
  'lines over 100 columns': [...texts]
    .filter(([path]) => source.includes(path))
    .flatMap(([, text]) => text.split('\n').filter((line) => line.length > 100)).length,
  'comparisons of a namespace outside chain folders': namespaceComparisons(),
  'import cycles at run time': cycles(false),
  'import cycles with types': cycles(true),
}
for (const [what, count] of Object.entries(table))
  console.log(`${String(count).padStart(8)}  ${what}`)
