import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { BuildOptions, Rolldown } from 'vite'

/** A file of a built site. `gzip`: its content as a server sends it, at level 9. */
export type BuiltFile = { name: string; content: Buffer; gzip: Buffer }

/** Code that the browser fetches as one file. */
export type Chunk = {
  /** Bytes after gzip. */
  size: number
  /** The modules whose code it contains, as full paths. */
  modules: readonly string[]
  /** The dynamically imported module of this chunk. Undefined for a chunk that others share. */
  module?: string
  isEntry: boolean
  /** Chunks that load together with it, by name. */
  imports: readonly string[]
  /** Chunks that it may load later, by name. */
  dynamicImports: readonly string[]
}

/** A sample site as built by a customer's bundler. */
export type BuiltSite = { files: readonly BuiltFile[]; chunks: ReadonlyMap<string, Chunk> }

const sites = new URL('../sites/', import.meta.url)

/**
 * Builds the script of a page, a module of `sites/`, as a customer would: with Vite's defaults and
 * all dependencies. Writes no files.
 */
export function buildSite(script: URL): Promise<BuiltSite> {
  return bundle({ rolldownOptions: { input: fileURLToPath(script) } })
}

/**
 * Builds a module of `sites/` without `external` and without the code that Vite adds to a page, so
 * that only the kit is left. Writes no files. Vite leaves its hints for other bundlers in modules,
 * but in no page, so they are not counted.
 */
export function buildModule(module: URL, external: readonly RegExp[]): Promise<BuiltSite> {
  return bundle({
    lib: { entry: fileURLToPath(module), formats: ['es'] },
    rolldownOptions: {
      external: [...external],
      preserveEntrySignatures: false,
      output: { minify: true },
    },
  })
}

async function bundle(options: BuildOptions): Promise<BuiltSite> {
  /** Modules that are imported lazily. */
  const lazy = new Set<string>()
  const built = await build({
    configFile: false,
    plugins: [
      {
        name: 'lazy-modules',
        generateBundle() {
          for (const id of this.getModuleIds())
            if (this.getModuleInfo(id)?.dynamicImporters.length) lazy.add(id)
        },
      },
    ],
    root: fileURLToPath(sites),
    mode: 'production',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...options, write: false, reportCompressedSize: false },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result)) throw new Error('Vite watches where it was to build once.')
  const outputs = result.output.map((output) => ({ output, file: toFile(output) }))
  return {
    files: outputs.map(({ file }) => file),
    chunks: new Map(
      outputs.flatMap(({ output, file }) =>
        output.type === 'chunk' ? [[file.name, toChunk(output, file.gzip.length, lazy)]] : [],
      ),
    ),
  }
}

function toFile(output: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  const content =
    output.type === 'chunk'
      ? Buffer.from(output.code.replaceAll('/* @__PURE__ */ ', ''))
      : Buffer.from(output.source)
  return { name: output.fileName, content, gzip: gzipSync(content, { level: 9 }) }
}

/**
 * Describes a chunk. It is named by its dynamically imported module, even where the bundler has
 * added shared modules to the chunk.
 */
function toChunk(
  { isEntry, imports, dynamicImports, facadeModuleId, moduleIds, modules }: Rolldown.OutputChunk,
  size: number,
  lazy: ReadonlySet<string>,
): Chunk {
  const module = facadeModuleId ?? moduleIds.find((id) => lazy.has(id))
  const held = Object.entries(modules).flatMap(([id, { code }]) =>
    code ? [id.replaceAll('\\', '/')] : [],
  )
  return {
    size,
    modules: held,
    module: module?.replaceAll('\\', '/'),
    isEntry,
    imports,
    dynamicImports,
  }
}
