/** What a bundler knows of a build's modules. */
type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Modules that do not stand in the chunk of their folder. */
type Exception = {
  /**
   * The chunk's name, `$1` for what `of` has found; without it each module is a file of its own.
   */
  chunk?: string
  /** Paths of modules, from `packages/` or `node_modules/` on. */
  of: RegExp
  /**
   * Paths of modules one of which has to import them, itself or through others, and not by
   * `import()`.
   */
  importedBy?: RegExp
}

const any = /^/

/**
 * What every page with a button runs. It is one file a module, so that a site's bundler drops what
 * the site does not use.
 */
const page = /^kit\/src\/(createKit\.|exports\/(?!index|react|testing|wagmi)|react\/page\/)/

/**
 * Modules of a page that stand in the file of another, which alone makes them needed there: sites'
 * bundlers give each a request of its own otherwise.
 */
const together: { readonly [module: string]: string } = {
  'protocol/src/unseen': 'kit/src/core/cleanText',
}

/** The exceptions to "a folder is a chunk"; the first that names a module holds. */
export const exceptions: readonly Exception[] = [
  // a page whose visitor is connected fetches them without the modal, in one request
  { chunk: 'connected', of: any, importedBy: /^kit\/src\/react\/connected\// },
  // connecting, its links and the modal need them, and either may come first
  {
    chunk: 'shared',
    of: /^(kit\/src\/core|protocol\/src|words\/src)\//,
    importedBy: /^kit\/src\/(connection\/actions\.ts|phones\/phoneLink\.ts|react\/KitModal\.tsx)$/,
  },
  // a site may import a hook or a function alone: its bundler drops the others
  { of: any, importedBy: /^kit\/src\/exports\// },
  // the first press fetches the dialog, the first screen, its parts and their styles in one request
  { chunk: 'modal', of: any, importedBy: /^kit\/src\/react\/KitModal\.tsx$/ },
  // a manifest says little, and the modal asks for those of all features at once
  { chunk: 'manifests', of: /^kit\/src\/react\/features\/\w+\/(index|errors)\.ts$/ },
  // a developer's check reads the English words of all features at once
  { chunk: 'words', of: /^kit\/src\/react\/features\/\w+\/words\.ts$/ },
  // a visitor reads one language
  { chunk: 'locales/$1', of: /\/locales\/(\w+)\.json$/ },
  // these folders are open to everybody, and nobody needs all of them
  { of: /^(kit\/src\/(core|react)|(protocol|words)\/src)\/[^/]+$/ },
  // in the chunk of the catalogue, which comes without the modal, it would tear a part out of the
  // modal's
  { of: /^kit\/src\/wallets\/listedConnectors\.ts$/ },
  // what the tabs share is asked for by the e-mail wallet, too, which needs nothing else of
  // connecting
  { of: /^kit\/src\/connection\/sharedConnections\.ts$/ },
  // logos come with the companies that they stand for
  { chunk: 'react/companies', of: /^node_modules\/simple-icons\// },
]

/**
 * The chunk of a module. A folder is a chunk, a nested folder its own: to fetch code at another
 * moment, move its file. Chunks have the names of their folders, below `later/`. Null for what the
 * bundler itself adds.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  const path = pathOf(id)
  if (!path) return null
  const alone = path.replace(/\.tsx?$/, '')
  if (isImportedBy(page, id, modules)) return together[alone] ?? alone
  const exception = exceptionOf(id, modules)
  if (!exception) return `later/${path.replace(/^kit\/src\//, '').replace(/\/[^/]+$/, '')}`
  return exception.chunk
    ? `later/${exception.chunk.replace('$1', exception.of.exec(path)?.[1] ?? '')}`
    : alone
}

/**
 * The same for the build with everything inside, which no bundler cuts again: what a page loads at
 * first is one file. Null for the rest, which the bundler cuts by what is needed together.
 */
export function browserChunkOf(id: string, modules: Modules): string | null {
  return isImportedBy(/^kit\/src\/exports\//, id, modules) ? 'page' : null
}

/** The exception that names a module, where no page with a button runs it. */
export function exceptionOf(id: string, modules: Modules): Exception | undefined {
  const path = pathOf(id)
  return path && !isImportedBy(page, id, modules)
    ? exceptions.find(
        ({ of, importedBy }) =>
          of.test(path) && (!importedBy || isImportedBy(importedBy, id, modules)),
      )
    : undefined
}

function isImportedBy(pattern: RegExp, id: string, modules: Modules): boolean {
  return [...importersOf(id, modules)].some((importer) => pattern.test(pathOf(importer) ?? ''))
}

/** The module and all that import it, themselves or through others. */
function importersOf(id: string, modules: Modules, found = new Set([id])): ReadonlySet<string> {
  for (const importer of modules.getModuleInfo(id)?.importers ?? []) {
    if (found.has(importer)) continue
    found.add(importer)
    importersOf(importer, modules, found)
  }
  return found
}

const pathOf = (id: string) =>
  /(?:.*\/packages\/|.*\/(?=node_modules\/))((?:kit|protocol|words)\/src\/[^?]+|node_modules\/[^?]+)/.exec(
    id,
  )?.[1]
