// Makes the type declarations work outside the workspace: removes imports of the private packages,
// `.ts` extensions, and references to documents that only the repository has.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder } from './fingerprint.mjs'

const specifier = /((?:\bfrom|\bimport|\bimport\(|\bdeclare module)\s*)(['"])([^'"\n]+)\2/g

const page = String.raw`docs\/contracts\/[\w-]+\.md#[\w-]+`
/** White space of a comment, with the `*` of its lines. */
const gap = String.raw`(?:\s|\n\s*\*)*`
const references = new RegExp(`${gap}\\(${page}\\)|${gap}(?:See|Source:)${gap}${page}\\.?`, 'g')
/** References inside a sentence, which name the contract instead of its file. */
const namedReference = /docs\/contracts\/([\w-]+)\.md#([\w-]+)/g

function portable(name, file, types) {
  const [, folder, module] = /^@latchkey\/(protocol|ui|words)\/(.+?)(?:\.tsx?)?$/.exec(name) ?? []
  if (folder) {
    const target = join(types, folder, 'src', `${module}.js`)
    const path = relative(dirname(file), target).replaceAll('\\', '/')
    return path.startsWith('.') ? path : `./${path}`
  }
  return name.startsWith('.') ? name.replace(/\.tsx?$/, '.js') : name
}

/**
 * Rewrites every `.d.ts` file under `types`, the folder that contains `kit/`, `protocol/`, `ui/`
 * and `words/`.
 */
export function portableTypes(types) {
  for (const file of filesUnder(types).filter((file) => file.endsWith('.d.ts'))) {
    const before = readFileSync(file, 'utf8')
    const after = before
      .replace(
        specifier,
        (_, head, quote, name) => `${head}${quote}${portable(name, file, types)}${quote}`,
      )
      .replace(references, '')
      .replace(
        namedReference,
        (_, contract, part) => `“${part.replaceAll('-', ' ')}” in the ${contract} contract`,
      )
    if (after !== before) writeFileSync(file, after)
  }
}
