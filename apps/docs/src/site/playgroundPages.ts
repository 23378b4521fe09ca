import { html, raw } from './html.ts'
import { policyOf } from './layout.ts'
import type { EntryFiles, PageParts, SiteFiles } from './layout.ts'
import type { Section } from './sections.ts'

/**
 * The addresses at which the services of `npm start` run. The page connects to no other machine.
 */
export const thisMachine: readonly string[] = [
  'http://localhost:*',
  'http://*.localhost:*',
  'http://127.0.0.1:*',
  'ws://localhost:*',
  'ws://127.0.0.1:*',
]

/** The page of the playground. Its script fills it. */
export const playgroundPage = (files: EntryFiles): PageParts => ({
  address: 'playground.html',
  title: 'Playground',
  summary:
    'Try the button and the modal: themes, colours, features, languages and networks, with the code of what you chose.',
  hasNav: false,
  kind: 'playground',
  connectSources: thisMachine,
  extra: files,
  content: html`<div class="play" id="playground"><h1>Playground</h1><noscript><p>The playground runs the kit itself, so it needs JavaScript. Everything it shows is also in the <a href="guide.html">guide</a>.</p></noscript></div>`,
})

/** What the search finds about the playground. */
export const playgroundSections: readonly Section[] = [
  {
    id: '',
    heading: 'Playground',
    text: 'Try themes, colours, buttons, features, languages and networks, and copy the code.',
  },
]

/** The page inside the playground's frame: only the button and the modal. */
export const previewPage = ({ css, script }: EntryFiles, files: SiteFiles): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(thisMachine)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Preview · Latchkey</title>
<link rel="icon" href="${files.icon}" type="image/svg+xml">
${css.map((path) => html`<link rel="stylesheet" href="${path}">`)}
${raw(`<script type="module" src="${script}"></script>`)}
</head>
<body class="preview"><div id="preview"></div></body>
</html>
`.toString()
