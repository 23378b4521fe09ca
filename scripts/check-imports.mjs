// Checks the rules of .dependency-cruiser.cjs about run-time imports between modules, and the rules
// of other scripts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { chainComparisons, chainWords } from './chainWords.mjs'
import { lazyImports } from './lazyImports.mjs'
import { root } from './root.mjs'
import { typeImports } from './typeImports.mjs'

const require = createRequire(import.meta.url)
const swc = require('@swc/core')
const { forbidden, options } = require('../.dependency-cruiser.cjs')

// dependency-cruiser's own TypeScript parser needs an API that TypeScript 7 lacks, and its swc
// parser neither knows JSX nor recognizes type-only imports. So this hook makes it parse the
// run-time code, without types.
const { parseSync } = swc
swc.parseFileSync = (file) => {
  const { code } = swc.transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    configFile: false,
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      transform: { verbatimModuleSyntax: true, react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
  })
  return parseSync(code, { syntax: 'ecmascript', target: 'es2022', importAttributes: true })
}

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The folders that contain the workspaces: `packages` for `packages/*`. */
const folders = workspaces.map((path) => path.replace(/\/\*$/, ''))
const { output } = await cruise(
  folders,
  { ...options, baseDir: root, validate: true, ruleSet: { forbidden } },
  options.enhancedResolveOptions,
)

for (const { rule, from, to, cycle } of output.summary.violations) {
  const { comment } = forbidden.find(({ name }) => name === rule.name)
  const path = cycle?.length ? cycle.map(({ name }) => name).join(' → ') : to
  console.error(`${rule.name}: ${from} → ${path}\n  ${comment}`)
}
const named = [...chainWords(), ...chainComparisons(), ...typeImports(), ...lazyImports()]
named.forEach((place) => console.error(place))
const faults = output.summary.violations.length + named.length
console.log(
  `${output.summary.totalDependenciesCruised} imports in ${output.summary.totalCruised} modules, ${faults} against the rules`,
)
process.exitCode = faults ? 1 : 0
