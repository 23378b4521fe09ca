/** The bundler's information on the modules of a build. */
type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Modules that are not in the chunk of their folder. */
type Exception = {
  /**
   * The chunk's name, with `$1` for the first group of `of`. Without a name, each module is a file
   * of its own.
   */
  chunk?: string
  /** Matches paths of modules, from `packages/` or `node_modules/` on. */
  of: RegExp
  /**
   * Matches paths of importers: one of them has to import the module, directly or through others,
   * and not by `import()`.
   */
  importedBy?: RegExp
}

const any = /^/

/**
 * The modules that every page with a button runs. Each is a file of its own, so that a site's
 * bundler drops the modules that the site does not use.
 */
const page = /^kit\/src\/(createKit\.|exports\/(?!index|react|testing|wagmi)|react\/button\/)/

/**
 * Modules of a page that are put in the file of the only module that needs them. Otherwise the
 * bundlers of sites fetch each with a request of its own.
 */
const together: { readonly [module: string]: string } = {
  'protocol/src/cleanLine': 'kit/src/core/text/cleanText',
  'protocol/src/unseen': 'kit/src/core/text/cleanText',
}

/** The exceptions to "a folder is a chunk". The first one that matches a module applies. */
export const exceptions: readonly Exception[] = [
  // a page whose visitor is connected fetches these without the modal, in one request
  { chunk: 'connected', of: any, importedBy: /^kit\/src\/react\/connected\// },
  // connecting, its links and the modal need these, and any of them may be loaded first
  {
    chunk: 'shared',
    of: /^(kit\/src\/core|protocol\/src|words\/src)\//,
    importedBy:
      /^kit\/src\/(session\/actions\.ts|sources\/phones\/phoneLink\.ts|react\/KitModal\.tsx)$/,
  },
  // phones, both chains and signing in write bytes as text: no moment has a request more for that
  { chunk: 'shared', of: /^protocol\/src\/(base64|hex)\.ts$/ },
  // a site may import a hook or a function alone: its bundler drops the others
  { of: any, importedBy: /^kit\/src\/exports\// },
  // the first press fetches the dialog, the first screen, its parts and their styles in one request
  { chunk: 'modal', of: any, importedBy: /^kit\/src\/react\/KitModal\.tsx$/ },
  // manifests are small, and the modal loads those of all features at once
  { chunk: 'manifests', of: /^kit\/src\/react\/features\/\w+\/(index|errors)\.ts$/ },
  // the check of the option `texts` reads the English words of all features at once
  { chunk: 'words', of: /^kit\/src\/react\/features\/\w+\/words\.ts$/ },
  // a visitor reads one language
  { chunk: 'locales/$1', of: /\/locales\/(\w+)\.json$/ },
  // all code imports from these folders, and no module needs all of their files
  {
    of: /^(kit\/src\/(react|core\/(?!contracts\/|names\/|requests\/)\w+|core\/contracts)|(protocol|words)\/src)\/[^/]+$/,
  },
  // the catalogue loads without the modal: in its chunk, this module would be cut out of the
  // modal's
  { of: /^kit\/src\/domains\/wallets\/listedConnectors\.ts$/ },
  // the e-mail wallet reads the connections that tabs share, and nothing else of connecting
  { of: /^kit\/src\/session\/sharedConnections\.ts$/ },
  // logos load with the companies that they belong to
  { chunk: 'react/companies', of: /^node_modules\/simple-icons\// },
]

/**
 * The chunk of a module. Each folder is a chunk, nested folders too: to load code at another time,
 * move its file. A chunk has the name of its folder, below `later/`. Null for modules that the
 * bundler adds itself.
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
 * The chunk of a module in the build with everything inside, which no other bundler splits again.
 * All that a page loads at first is one file. Null for all other modules: the bundler groups those
 * that are needed together.
 */
export function browserChunkOf(id: string, modules: Modules): string | null {
  return isImportedBy(/^kit\/src\/exports\//, id, modules) ? 'page' : null
}

/** The exception that applies to a module, unless a page with a button runs the module. */
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

/** A module and all its importers, direct and indirect. */
function importersOf(id: string, modules: Modules, found = new Set([id])): ReadonlySet<string> {
  for (const importer of modules.getModuleInfo(id)?.importers ?? []) {
    if (found.has(importer)) continue
    found.add(importer)
    importersOf(importer, modules, found)
  }
  return found
}

const pathOf = (id: string) =>
  /(?:.*\/packages\/|.*\/(?=node_modules\/))((?:kit|protocol|ui|words)\/src\/[^?]+|node_modules\/[^?]+)/.exec(
    id,
  )?.[1]
