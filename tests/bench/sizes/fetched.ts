import type { BuiltSite } from './buildSite.ts'

/** Names of chunks. */
export type Fetched = ReadonlySet<string>

/** The chunks that the browser loads for the site's entry. */
export function fetchedAtFirst(site: BuiltSite): Fetched {
  return closure(
    site,
    [...site.chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name),
  )
}

/**
 * The files that the browser loads for dynamic imports of these modules, with their own imports.
 * @throws when no module imports one of them dynamically
 */
export function fetchedFor(site: BuiltSite, modules: readonly string[]): Fetched {
  return closure(
    site,
    modules.map((module) => chunkOf(site, module)),
  )
}

/** Every module that a chunk of the site imports dynamically, as full paths. */
export function dynamicModules(site: BuiltSite): readonly string[] {
  const names = new Set([...site.chunks.values()].flatMap(({ dynamicImports }) => dynamicImports))
  return [...names].flatMap((name) => site.chunks.get(name)?.module ?? [])
}

/** Bytes after gzip of chunks in `now` that were not fetched `before`. Each chunk counts once. */
export function sizeOf(site: BuiltSite, now: Fetched, ...before: readonly Fetched[]): number {
  const fresh = [...now].filter((name) => !before.some((names) => names.has(name)))
  return fresh.reduce((sum, name) => sum + (site.chunks.get(name)?.size ?? 0), 0)
}

/** The modules of `names` that the site imports dynamically. */
export function present(site: BuiltSite, names: readonly string[]): readonly string[] {
  return names.filter((name) => dynamicModules(site).some((module) => isNamed(module, name)))
}

/**
 * Whether `module` is the module that a table names by the end of its path, without the extension.
 */
export function isNamed(module: string, name: string): boolean {
  return module.endsWith(`/${name}.js`)
}

function chunkOf(site: BuiltSite, name: string): string {
  const found = [...site.chunks].find(
    ([, { module }]) => module !== undefined && isNamed(module, name),
  )
  if (!found) throw new Error(`The kit has no chunk ${name} any more: tests/bench/sizes names it.`)
  return found[0]
}

function closure(site: BuiltSite, names: readonly string[], found = new Set<string>()): Fetched {
  for (const name of names) {
    const chunk = site.chunks.get(name)
    if (!chunk || found.has(name)) continue
    found.add(name)
    closure(site, chunk.imports, found)
  }
  return found
}
