import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { makeSite } from './makeSite.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Adds the site's pages to the built scripts and styles. `DOCS_BASE` is the path below which the
 * site is served, by default `/`. Only the 404 page uses it.
 */
export function sitePlugin(): Plugin {
  return {
    name: 'latchkey-docs',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((candidate) => candidate.type === 'chunk')
      const entry = (name: string) => {
        const chunk = chunks.find((candidate) => candidate.isEntry && candidate.name === name)
        if (!chunk) throw new Error(`The entry ${name} was not built`)
        return { script: chunk.fileName, css: [...(chunk.viteMetadata?.importedCss ?? [])] }
      }
      const site = await makeSite(root)
      const nameOf = (name: string, source: string) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const { script: main, css } = entry('main')
      const files = {
        main,
        css,
        theme: entry('theme').script,
        search: nameOf('search.json', site.search),
        icon: nameOf('icon.svg', icon),
      }
      const pages = site.write(
        files,
        { parts: entry('parts'), playground: entry('playground'), preview: entry('preview') },
        process.env['DOCS_BASE'] ?? '/',
      )
      for (const [fileName, source] of pages) this.emitFile({ type: 'asset', fileName, source })
      // this file contains no URLs; `npm start` serves its own file instead
      this.emitFile({ type: 'asset', fileName: 'devnet.json', source: '{}' })
      for (const [fileName, path] of site.pictures)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
  }
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#3355e6"/><path fill="#fff" d="M16 7a5.500 5.500 0 0 0-2.600 10.350L12 25h8l-1.400-7.650A5.500 5.500 0 0 0 16 7Z"/></svg>'
