import { createHash } from 'node:crypto'
import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import { sizeOf } from '../probes/storeProbes.ts'
import type { Finding } from '../probes/probe.ts'
import type { Status } from './readStatus.ts'

/** Styles of the page, in the kit's dark and light colours. */
const style = `
:root { color-scheme: dark light; --bg: #16171b; --raised: #1f2126; --border: #34373e; --fg: #f4f5f7; --muted: #a3a8b3; --ok: #4ad295; --warning: #f2b84b; --failed: #ff6b6b; --accent: #6d8bff }
@media (prefers-color-scheme: light) { :root { --bg: #fff; --raised: #f4f5f7; --border: #dcdfe4; --fg: #16171b; --muted: #5d6470; --ok: #0b7a4d; --warning: #8a5a00; --failed: #c02f2f; --accent: #3355e6 } }
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px 64px; background: var(--bg); color: var(--fg); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 820px; margin: 0 auto }
h1 { margin: 0; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em }
h2 { margin: 32px 0 8px; font-size: 15px; font-weight: 600; color: var(--muted) }
p { margin: 4px 0 }
.soft { color: var(--muted) }
ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--border); border-radius: 16px; background: var(--raised); overflow: hidden }
li { display: grid; grid-template-columns: minmax(140px, 1fr) minmax(0, 2fr); gap: 4px 20px; padding: 12px 16px }
li + li { border-top: 1px solid var(--border) }
li > * { margin: 0; overflow-wrap: anywhere }
.name { font-weight: 600 }
.advice { grid-column: 2; color: var(--muted) }
.state { font-weight: 600 }
.ok .state { color: var(--ok) }
.warning .state { color: var(--warning) }
.failed .state { color: var(--failed) }
.count { font-variant-numeric: tabular-nums }
@media (max-width: 520px) { li { grid-template-columns: 1fr } .advice { grid-column: 1 } }
`

/**
 * Headers of the operator's pages: they forbid scripts, framing, foreign content and cached copies.
 */
export const statusHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

const words = { ok: 'Works', warning: 'Look at it', failed: 'Broken' } as const
const names = {
  serve: 'Everything',
  api: 'API',
  relay: 'Relay',
  wallet: 'E-mail wallet',
  sandbox: 'Sandbox',
} as const

function row(name: string, { state, said, advice }: Finding, more?: Html): Html {
  return html`<li class="${state}"><p class="name">${name}</p><p><span class="state">${words[state]}:</span> ${said}${more}</p>${advice !== undefined && html`<p class="advice">${advice}</p>`}</li>`
}

const list = (title: string, rows: readonly Html[]) =>
  rows.length > 0 && html`<h2>${title}</h2><ul>${rows}</ul>`

/** The worst of several states. */
const worst = (states: readonly Finding['state'][]): Finding['state'] =>
  states.includes('failed') ? 'failed' : states.includes('warning') ? 'warning' : 'ok'

const titles = {
  ok: 'Everything works',
  warning: 'It works; something needs a look',
  failed: 'Something is broken',
} as const
const conditions = {
  starting: 'It is starting',
  running: '',
  draining: 'It is ending: no new requests are taken',
} as const

/** The status page, without a script. */
export function statusPage({
  version,
  node,
  startedAt,
  at,
  memoryBytes,
  condition,
  parts,
  found,
  faults,
}: Status): string {
  const title =
    condition === 'running'
      ? titles[worst([...parts, ...found].map(({ state }) => state))]
      : conditions[condition]
  const time = (milliseconds: number) =>
    html`<time datetime="${new Date(milliseconds).toISOString()}">${new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19)}</time>`
  const ordered = found.toSorted((a, b) => order[a.state] - order[b.state])
  const faultRows = faults.map(
    ({ part, what, error, count, firstAt, lastAt }) =>
      html`<li class="warning"><p class="name">${names[part as keyof typeof names] ?? part}: ${what}</p><p><span class="count">${count} ×</span> ${error}</p><p class="advice">${count > 1 ? html`from ${time(firstAt)} to ${time(lastAt)}` : time(lastAt)}</p></li>`,
  )
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Latchkey</title><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1><p class="soft">Latchkey ${version}, Node ${node}, ${sizeOf(memoryBytes)} of memory, since ${time(startedAt)}; now ${time(at)} (UTC)</p>
${list(
  'Services',
  parts.map(({ name, url, ...finding }) =>
    row(names[name], finding, html` <span class="soft">${url}</span>`),
  ),
)}
${list(
  'What they need',
  ordered.map((entry) =>
    row(`${entry.part === 'serve' ? '' : `${names[entry.part]}: `}${entry.name}`, entry),
  ),
)}
${list('What failed since the start', faultRows)}
</main></body>
</html>
`.toString()
}

const order = { failed: 0, warning: 1, ok: 2 } as const
