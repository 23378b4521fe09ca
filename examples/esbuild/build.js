import { cpSync } from 'node:fs'
import { build } from 'esbuild'

cpSync('public', 'dist', { recursive: true })
// undefined when the environment has no value: src/config.ts then uses its default
const define = Object.fromEntries(
  ['API', 'RPC', 'CHAIN_ID', 'CHAIN_NAME'].map((name) => [
    `process.env.${name}`,
    JSON.stringify(process.env[name]) ?? 'undefined',
  ]),
)
await build({
  entryPoints: ['src/main.tsx'],
  outdir: 'dist',
  bundle: true,
  minify: true,
  splitting: true, // code that the first screen does not need becomes files of its own
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { ...define, 'process.env.NODE_ENV': '"production"' },
})
