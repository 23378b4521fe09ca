import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const line = "  () => import('./notebook/index.ts').then(({ notebook }) => notebook),\n"

/**
 * A copy of the kit's sources with the feature of `notebook/`, added as in the kit: a folder, and a
 * line in the registry.
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
  await cp(join(root, 'packages/protocol'), join(copy, 'packages/protocol'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  })
  await cp(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await symlink(join(root, 'packages/kit/node_modules'), join(kit, 'node_modules'))
  await cp(
    fileURLToPath(new URL('notebook', import.meta.url)),
    join(kit, 'src/react/features/notebook'),
    { recursive: true },
  )
  const registry = join(kit, 'src/react/features/registry.ts')
  const source = await readFile(registry, 'utf8')
  const place = 'export const later = [\n'
  if (!source.includes(place)) throw new Error('registry.ts has no list of later features')
  await writeFile(registry, source.replace(place, place + line))
  return { kit, remove: () => rm(copy, { recursive: true, force: true }) }
}

/** Builds that kit in the form that a customer installs, and a page with it. */
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
