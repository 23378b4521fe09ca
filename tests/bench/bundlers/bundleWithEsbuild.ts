import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * Bundles a module with esbuild, split and minified. @returns the bytes after gzip that a page
 * loads at first, without React. Writes no files.
 */
export async function bundleWithEsbuild(module: URL): Promise<number> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(module)],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    outdir: 'out',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const outputs = Object.entries(metafile.outputs)
  const [entry] =
    outputs.find(([, { entryPoint }]) =>
      entryPoint?.endsWith(fileURLToPath(module).split('/').at(-1) ?? ''),
    ) ?? []
  if (entry === undefined) throw new Error('esbuild has made no entry.')
  const found = new Set([entry])
  for (const name of found)
    for (const { path, kind } of metafile.outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && path in metafile.outputs) found.add(path)
  return [...found].reduce(
    (sum, name) =>
      sum +
      gzipSync(outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? '', { level: 9 })
        .length,
    0,
  )
}
