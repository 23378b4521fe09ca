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

export default defineConfig({
  plugins: [react(), devnetFile()],
  // the relay's client is large, but this is only a tool for development
  build: { target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 2_000 },
  server: { port: 5174 },
})
