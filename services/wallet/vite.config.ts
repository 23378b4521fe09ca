import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * The code that frame and window need first becomes one file: on a phone, each of many small files
 * costs milliseconds.
 */
const startTest =
  /src[\\/]frame[\\/](wallet[\\/]createWallet|bridge[\\/]servePort|methods[\\/]index)\.ts$/
/** The modules that `loadScreens` names, and everything that they need, become one file, too. */
const screensTest =
  /src[\\/]frame[\\/](stage[\\/]drawStage|rpc[\\/]signingMethods|approve[\\/](transaction[\\/]ApproveTransaction|message[\\/]ApproveMessage)View)\.tsx?$/

/**
 * Adds links to the window's page that load the code and styles of the screens early, because the
 * window shows a screen at once.
 */
const preloadScreens = (): Plugin => ({
  name: 'preload-screens',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {}, filename }) {
      if (!filename.endsWith('window.html')) return []
      const screens = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.name === 'screens',
      )
      if (screens?.type !== 'chunk') throw new Error('There is no chunk of screens')
      const styles = [...(screens.viteMetadata?.importedCss ?? [])]
      return [
        {
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${screens.fileName}` },
          injectTo: 'head' as const,
        },
        ...styles.map((name) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        })),
      ]
    },
  },
})

/**
 * The build of the frame's page. Its server forbids inline code and styles, so everything is a
 * file under `/assets`.
 */
export default defineConfig({
  root: path('src/frame'),
  base: '/',
  plugins: [react(), preloadScreens()],
  resolve: { conditions: ['latchkey-source', 'module', 'browser', 'production'] },
  build: {
    outDir: path('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: [path('src/frame/index.html'), path('src/frame/window.html')],
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: startTest, priority: 2 },
            { name: 'screens', test: screensTest, priority: 1 },
          ],
        },
      },
    },
  },
})
