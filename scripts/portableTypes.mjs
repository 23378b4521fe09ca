// Makes the type declarations work outside the workspace: no imports of the private packages, no
// `.ts` endings, no need of React's types where a site has none.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder } from './fingerprint.mjs'

const specifier = /((?:\bfrom|\bimport|\bimport\()\s*)(['"])([^'"\n]+)\2/g

function portable(name, file, types) {
  const [, folder, module] = /^@latchkey\/(protocol|ui|words)\/(.+?)(?:\.tsx?)?$/.exec(name) ?? []
  if (folder) {
    const target = join(types, folder, 'src', `${module}.js`)
    const path = relative(dirname(file), target).replaceAll('\\', '/')
    return path.startsWith('.') ? path : `.//${path}`
  }
  return name.startsWith('.') ? name.replace(/\.tsx?$/, '.js') : name
}

/** Lines that name React or its types. */
const reactLine =
  /^(?!\s*(?:\/\/|\*|\/\*)).*(?:\bfrom\s*|\bimport\s*\(?\s*)['"]react(?:-dom)?(?:\/[^'"]*)?['"].*$/gm
/** The entries that are made of React. */
const ofReact = /exports\/react\.d\.ts$/

/** The declarations that come with the given files, themselves included. */
function declarationsOf(files) {
  const seen = new Set(files)
  for (const file of seen)
    for (const [, , , name] of readFileSync(file, 'utf8').matchAll(specifier)) {
      const path = join(dirname(file), name.replace(/\.js$/, '.d.ts'))
      if (name.startsWith('.') && existsSync(path)) seen.add(path)
    }
  return [...seen]
}

/** Rewrites every `.d.ts` under `types`, the folder that holds `kit/`, `protocol/`, `ui/` and
 * `words/`. */
export function portableTypes(types) {
  for (const file of filesUnder(types).filter((file) => file.endsWith('.d.ts'))) {
    const before = readFileSync(file, 'utf8')
    const after = before.replace(
      specifier,
      (_, head, quote, name) => `${head}${quote}${portable(name, file, types)}${quote}`,
    )
    if (after !== before) writeFileSync(file, after)
  }
  // A site without React gets the modal's types, too, which name React. There they are `any`, and
  // no type that such a site uses depends on them.
  const entries = filesUnder(join(types, 'kit/src/exports')).filter(
    (file) => file.endsWith('.d.ts') && !ofReact.test(file),
  )
  for (const file of declarationsOf(entries)) {
    const before = readFileSync(file, 'utf8')
    const after = before.replace(reactLine, (line) => `// @ts-ignore: React may be absent\n${line}`)
    if (after !== before) writeFileSync(file, after)
  }
}
