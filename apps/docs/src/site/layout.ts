import { html, raw } from './html.ts'
import type { Html } from './html.ts'
import type { Heading } from './headings.ts'

/** A group of links in the navigation. */
export type NavGroup = { title: string; links: readonly { href: string; title: string }[] }

/** The files that every page loads, as paths relative to the page. */
export type SiteFiles = {
  /** The style sheets. */
  css: readonly string[]
  /** A script that runs before the page is drawn. It sets the chosen theme. */
  theme: string
  /** The script for the search, the copy buttons and the theme switch. */
  main: string
  /** The search index. */
  search: string
  icon: string
}

/** The files of a page's own script, as paths relative to the page. */
export type EntryFiles = { css: readonly string[]; script: string }

/** What is different on each page. */
export type PageParts = {
  address: string
  title: string
  summary: string
  /** The content of `<main>`. */
  content: Html
  /** The headings for the page's table of contents. @default there is none */
  headings?: readonly Heading[]
  /** Whether the navigation is shown beside the page. @default true */
  hasNav?: boolean
  /** The class of `<body>`. */
  kind?: string
  /** Further style sheets, and the script of this page. */
  extra?: EntryFiles
  /**
   * The hosts, besides its own, to which the page may connect, and whose pictures and frames it may
   * show, as its policy names them. @default none
   */
  connectSources?: readonly string[]
  /** The prefix of all URLs in the page. @default none, so they are relative */
  base?: string
}

/**
 * Returns the content security policy of a page. It allows only the page's own files. The
 * playground may also connect to this machine, where the services of `npm start` run.
 */
export function policyOf(connectSources: readonly string[] = []): string {
  const also = connectSources.map((host) => ` ${host}`).join('')
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${also}; connect-src 'self'${also}; frame-src 'self'${also}; base-uri 'none'; form-action 'none'`
}

/** The logo: a keyhole. */
const mark = raw(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M16 7a5.500 5.500 0 0 0-2.600 10.350L12 25h8l-1.400-7.650A5.500 5.500 0 0 0 16 7Z"/></svg>',
)
const icon = (path: string) =>
  raw(`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`)
const menuIcon = icon('M3 6h14M3 10h14M3 14h14')

/** The links in the header. */
const sections = [
  { href: 'start.html', title: 'Docs' },
  { href: 'playground.html', title: 'Playground' },
  { href: 'ref-latchkey.html', title: 'Reference' },
] as const

/** Returns the whole HTML of a page. */
export function layout(page: PageParts, nav: readonly NavGroup[], files: SiteFiles): string {
  const {
    address,
    title,
    summary,
    content,
    headings = [],
    hasNav = true,
    kind = 'page',
    extra,
    connectSources: reach,
    base = '',
  } = page
  const at = (path: string) => `${base}${path}`
  const current = (href: string) => href === address && raw(' aria-current="page"')
  const isHome = address === 'index.html'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(reach)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="same-origin">
<title>${isHome ? 'Latchkey: the wallet button for React that needs no vendor' : `${title} · Latchkey`}</title>
<meta name="description" content="${shortened(summary)}">
<link rel="icon" href="${at(files.icon)}" type="image/svg+xml">
${[...files.css, ...(extra?.css ?? [])].map((path) => html`<link rel="stylesheet" href="${at(path)}">`)}
<script src="${at(files.theme)}"></script>
<script type="module" src="${at(files.main)}"></script>
${extra && html`<script type="module" src="${at(extra.script)}"></script>`}
</head>
<body class="${kind}" data-search="${at(files.search)}" data-base="${base}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<div class="bar">
${hasNav && html`<button type="button" class="menu-button" popovertarget="menu" aria-label="Menu">${menuIcon}</button>`}
<a class="brand" href="${at('index.html')}"${current('index.html')}>${mark}<span>Latchkey</span></a>
<nav class="sections" aria-label="Sections">${sections.map(({ href, title: name }) => html`<a href="${at(href)}"${current(href)}>${name}</a>`)}</nav>
<div class="tools"></div>
</div>
</header>
<div class="columns">
${hasNav && html`<nav class="nav" id="menu" popover aria-label="Pages">${nav.map((group) => html`<div class="nav-group"><p class="nav-title" id="nav-${slug(group.title)}">${group.title}</p><ul aria-labelledby="nav-${slug(group.title)}">${group.links.map((link) => html`<li><a href="${at(link.href)}"${current(link.href)}>${link.title}</a></li>`)}</ul></div>`)}</nav>`}
<main id="content" tabindex="-1">${content}</main>
${headings.length > 1 && html`<aside class="aside" aria-label="Contents"><p class="nav-title" id="on-this-page">On this page</p><nav aria-labelledby="on-this-page">${contents(headings)}</nav></aside>`}
</div>
<footer class="foot"><p>Latchkey is free software under the MIT licence. This site asks no other host for anything.</p></footer>
</body>
</html>
`.toString()
}

/** Returns the table of contents of a page, two levels deep. */
export function contents(headings: readonly Heading[]): Html {
  const shown = headings.filter(({ depth }) => depth <= 3)
  return html`<ul>${shown.map(({ depth, id, text }) => html`<li${depth > 2 && raw(' class="deeper"')}><a href="#${id}">${text}</a></li>`)}</ul>`
}

const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-')

/** Shortens a summary to the length that search engines show. */
const shortened = (text: string) =>
  text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s+\S*$/, '')} …`
