// Makes the type declarations work outside the workspace: no imports of the private protocol package, no `.ts` endings.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder } from './fingerprint.mjs'

const specifier = /((?:\bfrom|\bimport|\bimport\()\s*)(['"])([^'"\n]+)\2/g

function portable(name, file, types) {
  if (name.startsWith('@latchkey/protocol/')) {
    const target = join(types, 'protocol/src', `${name.slice('@latchkey/protocol/'.length)}.js`)
    const path = relative(dirname(file), target).replaceAll('\\', '/')
    return path.startsWith('.') ? path : `./${path}`
  }
  return name.startsWith('.') ? name.replace(/\.tsx?$/, '.js') : name
}

/** Rewrites every `.d.ts` under `types`, the folder that holds `kit/` and `protocol/`. */
export function portableTypes(types) {
  for (const file of filesUnder(types).filter((file) => file.endsWith('.d.ts'))) {
    const before = readFileSync(file, 'utf8')
    const after = before.replace(specifier, (_, head, quote, name) => `${head}${quote}${portable(name, file, types)}${quote}`)
    if (after !== before) writeFileSync(file, after)
  }
}
