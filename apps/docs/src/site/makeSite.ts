import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import { article } from './article.ts'
import type { Neighbour } from './article.ts'
import { createHighlight } from './highlight.ts'
import { home } from './home.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import type { NavGroup, PageParts, SiteFiles } from './layout.ts'
import { deadAnchors, resolveLinks } from './links.ts'
import type { AnchorUse } from './links.ts'
import { addressOf, faultsOfTable, groups } from './pages.ts'
import { partsPage } from './partsPage.ts'
import { playgroundPage, previewPage } from './playgroundPages.ts'
import { pngSize } from './pngSize.ts'
import { readDeclarations } from './reference/readDeclarations.ts'
import {
  aboutEntries,
  pagesOf,
  referenceAddress,
  referencePage,
} from './reference/referencePage.ts'
import { renderMarkdown } from './renderMarkdown.ts'
import type { Rendered } from './renderMarkdown.ts'
import { searchIndex } from './searchIndex.ts'

/** The files of a script's entry, as paths relative to the pages. */
export type EntryFiles = { css: readonly string[]; script: string }

/** The site before the bundler's file names are known. */
export type Site = {
  /** The search index, as JSON. */
  search: string
  /** Pictures on the pages: file by address. */
  pictures: ReadonlyMap<string, string>
  /**
   * Writes the pages: HTML by address. @param base prefix of the URLs in the 404 page, which is
   * served at every missing address
   */
  write: (
    files: SiteFiles,
    entries: { parts: EntryFiles; playground: EntryFiles; preview: EntryFiles },
    base: string,
  ) => ReadonlyMap<string, string>
}

type Made = Rendered & { address: string; group: string; name: string; file?: string }

/**
 * Makes the site from the repository's Markdown and the kit's built types. @throws Error that lists
 * every fault of the pages
 */
export async function makeSite(root: string): Promise<Site> {
  const highlight = await createHighlight()
  const pictures = new Map<string, string>()
  const pictureOf = (file: string) => {
    const path = join(root, 'docs/pictures', file)
    pictures.set(`pictures/${file}`, path)
    return { src: `pictures/${file}`, ...pngSize(readFileSync(path)) }
  }
  const faults = [
    ...faultsOfTable(
      readdirSync(join(root, 'docs'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ),
  ]

  const listed = groups.flatMap(({ title: group, pages }) =>
    pages.map((page) => ({ ...page, group })),
  )
  const targets = {
    pages: new Set(listed.map(({ file }) => file)),
    exists: (path: string) => existsSync(join(root, path)),
  }
  const uses: AnchorUse[] = []
  const fromText: Made[] = listed.map(({ file, title: name, group }) => {
    const resolveImage = (href: string) =>
      /^pictures\/[\w-]+\.png$/.test(href) && existsSync(join(root, 'docs', href))
        ? pictureOf(href.slice('pictures/'.length))
        : { fault: `the image ${href} is none of docs/pictures` }
    const rendered = renderMarkdown(readFileSync(join(root, file), 'utf8'), {
      highlight,
      resolveLink: resolveLinks(file, targets, uses),
      resolveImage,
    })
    faults.push(...rendered.faults.map((fault) => `${file}: ${fault}`))
    return { ...rendered, address: addressOf(file), group, name, file }
  })
  faults.push(
    ...deadAnchors(
      uses,
      (file) => new Set(fromText.find((page) => page.file === file)?.headings.map(({ id }) => id)),
    ),
  )

  const marked = new Marked({ gfm: true })
  const inline = (markdown: string) => marked.parseInline(markdown, { async: false })
  const fromTypes: Made[] = entriesOf(root)
    .flatMap((entry) => pagesOf(entry, readDeclarations(entry.types)))
    .map(({ entry, name, declarations }) => ({
      ...referencePage(entry, name, declarations, highlight, inline),
      address: entry.address,
      group: 'Reference',
      name,
    }))
  if (faults.length > 0) throw new Error(`The pages have faults:\n${faults.join('\n')}`)

  const made = [...fromText, ...fromTypes]
  const nav = [
    ...navOf(made),
    { title: 'For contributors', links: [{ href: 'parts.html', title: 'Parts' }] },
  ]
  const homeContent = home(highlight, readFileSync(join(root, 'README.md'), 'utf8'), pictureOf)

  return {
    search: searchIndex([
      ...made.map(({ address, name, sections }) => ({ address, title: name, sections })),
      {
        address: 'playground.html',
        title: 'Playground',
        sections: [
          {
            id: '',
            heading: 'Playground',
            text: 'Try themes, colours, buttons, features, languages and networks, and copy the code.',
          },
        ],
      },
    ]),
    pictures,
    write(files, { parts, playground, preview }, base) {
      const pages = made.map(
        ({ address, title, summary, headings, body, group }, at): PageParts => ({
          address,
          title,
          summary,
          headings,
          content: article({
            group,
            title,
            body,
            headings,
            before: neighbour(made[at - 1]),
            after: neighbour(made[at + 1]),
          }),
        }),
      )
      const start: PageParts = {
        address: 'index.html',
        title: 'Latchkey',
        summary:
          'One button and one modal for React sites: connect a wallet or open one by e-mail. MIT, no account, no key.',
        content: homeContent,
        hasNav: false,
        kind: 'home',
      }
      const missing: PageParts = {
        address: '404.html',
        title: 'Not found',
        summary: 'There is no such page.',
        hasNav: false,
        kind: 'missing',
        base,
        content: html`<article class="text"><p class="eyebrow">404</p><h1>There is no such page</h1><p>It may have another name now. Begin at the <a href="${base}index.html">start page</a> or in the <a href="${base}guide.html">guide</a>, or press <kbd>/</kbd> to search.</p></article>`,
      }
      return new Map([
        ...[start, missing, playgroundPage(playground), partsPage(parts), ...pages].map(
          (page) => [page.address, layout(page, nav, files)] as const,
        ),
        ['preview.html', previewPage(preview, files)],
      ])
    },
  }
}

const neighbour = (page: Made | undefined): Neighbour | undefined =>
  page && { href: page.address, title: page.name }

function navOf(pages: readonly Made[]): readonly NavGroup[] {
  const titles = [...new Set(pages.map(({ group }) => group))]
  return titles.map((title) => ({
    title,
    links: pages
      .filter(({ group }) => group === title)
      .map(({ address, name }) => ({ href: address, title: name })),
  }))
}

/**
 * The kit's entries, from its manifest. @throws Error for an entry without a description on the
 * site
 */
function entriesOf(root: string) {
  const kit = join(root, 'packages/kit')
  const { exports } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string }>
  } // our own manifest
  const specifiers = Object.entries(exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [{ specifier: `latchkey${path.slice(1)}`, types: join(kit, types) }],
  )
  return specifiers.map(({ specifier, types }) => {
    const about = aboutEntries[specifier]
    if (about === undefined)
      throw new Error(
        `apps/docs/src/site/reference/referencePage.ts does not say what ${specifier} is for`,
      )
    return { specifier, types, about, address: referenceAddress(specifier) }
  })
}
