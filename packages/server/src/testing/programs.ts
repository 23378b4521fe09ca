import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Returns the built file of a TypeScript program that runs in its own process, or that every
 * process of a test runner loads. `npm test` builds them (`scripts/buildPrograms.mjs`), because tsx
 * takes six times as long to load the sources. It is undefined if nothing was built.
 * @param source the URL or path of the TypeScript file
 */
export function builtOf(source: URL | string): string | undefined {
  const folder = process.env['LATCHKEY_PROGRAMS']
  if (!folder) return undefined
  const path = relative(root, source instanceof URL ? fileURLToPath(source) : source)
  const file = join(folder, path.replaceAll(/[\\/]/g, '.').replace(/\.ts$/, '.mjs'))
  return existsSync(file) ? file : undefined
}

/** Returns the arguments with which Node runs a program: the built file, or else its source. */
export function argsOf(source: URL | string): readonly string[] {
  const built = builtOf(source)
  return built === undefined
    ? ['--import', 'tsx', source instanceof URL ? fileURLToPath(source) : source]
    : [built]
}

/**
 * Returns the URL from which `import()` loads a module: the built file, or else its source, which
 * needs a loader for TypeScript.
 */
export function urlOf(source: URL): string {
  const built = builtOf(source)
  return built === undefined ? source.href : pathToFileURL(built).href
}
