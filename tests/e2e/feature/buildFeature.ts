import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const importLine = "import { notebook } from './notebook/index.ts'\n"

/**
 * Copies the kit's sources and adds the feature of `tests/outside/notebook` as in the kit: a folder, a line in
 * the registry, and its texts in each language's file (`notebook.json`).
 */
export async function copyWithFeature(): Promise<{ kit: string; remove: () => Promise<void> }> {
  const copy = await mkdtemp(join(tmpdir(), 'latchkey-feature-'))
  const kit = join(copy, 'packages/kit')
  for (const part of [
    'src',
    'package.json',
    'vite.config.ts',
    'external.ts',
    'chunks.ts',
    'tsconfig.build.json',
  ])
    await cp(join(root, 'packages/kit', part), join(kit, part), { recursive: true })
  for (const name of ['protocol', 'ui', 'words'])
    await cp(join(root, 'packages', name), join(copy, 'packages', name), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    })
  for (const name of ['base', 'browser', 'neither'])
    await cp(join(root, `tsconfig.${name}.json`), join(copy, `tsconfig.${name}.json`))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const name of ['kit', 'protocol'])
    await symlink(
      join(root, 'packages', name, 'node_modules'),
      join(copy, 'packages', name, 'node_modules'),
    )
  await cp(join(root, 'tests/outside/notebook'), join(kit, 'src/react/features/notebook'), {
    recursive: true,
  })
  const registry = join(kit, 'src/react/features/registry.lazy.ts')
  const source = await readFile(registry, 'utf8')
  const place = 'export const later = [\n'
  if (!source.includes(place)) throw new Error('registry.lazy.ts has no list of later features')
  await writeFile(registry, importLine + source.replace(place, `${place}  notebook,\n`))
  await addTexts(join(kit, 'src/locales'))
  return { kit, remove: () => rm(copy, { recursive: true, force: true }) }
}

type Texts = { [scope: string]: { [key: string]: string } }

/** Adds the feature's texts to the files of the languages in this folder. */
async function addTexts(folder: string): Promise<void> {
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
  // the files are part of this repository, and have this form
  const added = (await read(fileURLToPath(new URL('notebook.json', import.meta.url)))) as {
    [locale: string]: Texts
  }
  for (const [locale, scopes] of Object.entries(added)) {
    const path = join(folder, `${locale}.json`)
    const texts = (await read(path)) as Texts
    for (const [scope, words] of Object.entries(scopes))
      texts[scope] = { ...texts[scope], ...words }
    await writeFile(path, JSON.stringify(texts))
  }
}

/** Builds the kit with the feature as customers install it, and a page that uses it. */
export async function buildFeature(kit: string, outDir: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: join(kit, 'vite.config.ts'),
    root: kit,
    logLevel: 'error',
    build: { outDir: join(kit, 'dist'), emptyOutDir: true },
  })
  await build({
    configFile: false,
    root: fileURLToPath(new URL('site', import.meta.url)),
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^latchkey$/, replacement: join(kit, 'dist/index.js') },
        { find: /^latchkey\/(\w+)$/, replacement: join(kit, 'dist/$1.js') },
      ],
      dedupe: ['react', 'react-dom'],
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir, target: 'es2022', emptyOutDir: true, reportCompressedSize: false },
  })
}
