import { readFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/**
 * During development, serves the file with the running devnet's URLs, as the devnet's own site
 * does.
 */
function devnetFile(): Plugin {
  const file = new URL('../../.latchkey/devnet.json', import.meta.url)
  return {
    name: 'devnet-file',
    configureServer(server) {
      server.middlewares.use('/devnet.json', (_request, response) => {
        readFile(file, 'utf8').then(
          (text) => response.setHeader('content-type', 'application/json').end(text),
          () => response.writeHead(404).end(),
        )
      })
    },
  }
}

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

const main = /\/src\/main\.tsx$/

/**
 * Whether `main.tsx` imports a module statically, directly or through other modules. These modules
 * get a chunk without `main.tsx`: a further page imports them, too, and `main.tsx` waits until that
 * page is loaded.
 */
function isFirst(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (main.test(id) || seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => main.test(importer) || isFirst(importer, modules, seen))
}

export default defineConfig({
  plugins: [react(), devnetFile()],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // The code that runs at the start becomes one file. Otherwise the bundler would make dozens of
    // small files for the hooks that several screens share.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { debugName: 'first', name: (id, modules) => (isFirst(id, modules) ? 'first' : null) },
          ],
        },
      },
    },
  },
  server: { port: 5173 },
})
