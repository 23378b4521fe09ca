import { build } from 'vite'
import { fileURLToPath } from 'node:url'
const root = process.env.SITES ?? fileURLToPath(new URL('./sites/', import.meta.url))
const entry = process.argv[2]
const built: any = await build({ configFile: false, root, mode: 'production', logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' }, build: { lib: { entry: root + entry, formats: ['es'] }, rolldownOptions: { external: [/^react/, /^viem/, /^@solana/], preserveEntrySignatures: false as any, output: { minify: true } }, write: false, reportCompressedSize: false } })
const out = (Array.isArray(built) ? built[0] : built).output.filter((o: any) => o.type === 'chunk')
const by = new Map(out.map((o: any) => [o.fileName, o]))
const found = new Set<string>()
const walk = (names: string[]) => { for (const n of names) { if (found.has(n)) continue; const o: any = by.get(n); if (!o) continue; found.add(n); walk(o.imports) } }
walk(out.filter((o: any) => o.isEntry).map((o: any) => o.fileName))
const before = new Set(found)
for (const m of ['later/modal', 'session/flow/awaitFlow.lazy','later/connecting', 'src/session/actions.lazy','chains/evm/engine.lazy','features/registry.lazy', 'later/account', 'later/connected']) walk(out.filter((o: any) => o.moduleIds.some((id: string) => id.endsWith('/' + m + '.js'))).map((o: any) => o.fileName))
for (const n of found) { const o: any = by.get(n); console.log(before.has(n) ? 'entry' : 'row', n, o.code.length, before.has(n) ? '' : Object.entries(o.modules).map(([id, m]: any) => id.replace(/.*\/(dist|node_modules)\//, '') + ':' + m.renderedLength).join(' ')) }
