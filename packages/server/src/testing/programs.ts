import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * The built form of a TypeScript file that runs in its own process, or that every process of a test
 * runner loads. `npm test` builds them (`scripts/buildPrograms.mjs`), because tsx needs six times
 * as long to load the sources. Undefined when nothing is built.
 * @param source its URL or path
 */
export function builtOf(source: URL | string): string | undefined {
  const folder = process.env['LATCHKEY_PROGRAMS']
  if (!folder) return undefined
  const path = relative(root, source instanceof URL ? fileURLToPath(source) : source)
  const file = join(folder, path.replaceAll(/[\\/]/g, '.').replace(/\.ts$/, '.mjs'))
  return existsSync(file) ? file : undefined
}

/** The arguments with which Node runs a program, built or from its source. */
export function argsOf(source: URL | string): readonly string[] {
  const built = builtOf(source)
  return built === undefined
    ? ['--import', 'tsx', source instanceof URL ? fileURLToPath(source) : source]
    : [built]
}

/**
 * The URL from which `import()` loads a module, built or from its source, which needs a loader for
 * TypeScript.
 */
export function urlOf(source: URL): string {
  const built = builtOf(source)
  return built === undefined ? source.href : pathToFileURL(built).href
}
