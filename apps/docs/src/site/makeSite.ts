import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { article } from './article.ts'
import type { Neighbour } from './article.ts'
import { createHighlight } from './highlight.ts'
import { homePage } from './home.ts'
import { layout } from './layout.ts'
import type { EntryFiles, NavGroup, PageParts, SiteFiles } from './layout.ts'
import { missingPage } from './missingPage.ts'
import { partsPage } from './partsPage.ts'
import { playgroundPage, playgroundSections, previewPage } from './playgroundPages.ts'
import { pngSize } from './pngSize.ts'
import { referencePages } from './reference/referencePages.ts'
import { searchIndex } from './searchIndex.ts'
import { textPages } from './textPages.ts'
import type { PictureOf, SitePage } from './textPages.ts'

/** The site's content. The bundler's file names are still missing. */
export type Site = {
  /** The search index, as JSON. */
  search: string
  /** The pictures of the pages: the file by address. */
  pictures: ReadonlyMap<string, string>
  /**
   * Writes the pages: the HTML by address. @param base the prefix of the URLs in the 404 page,
   * which is served for every address that does not exist
   */
  write: (
    files: SiteFiles,
    entries: { parts: EntryFiles; playground: EntryFiles; preview: EntryFiles },
    base: string,
  ) => ReadonlyMap<string, string>
}

/**
 * Makes the site from the repository's Markdown and the kit's built types. @throws Error that lists
 * every fault of the pages
 */
export async function makeSite(root: string): Promise<Site> {
  const highlight = await createHighlight()
  const pictures = new Map<string, string>()
  const pictureOf: PictureOf = (file) => {
    const path = join(root, 'docs/pictures', file)
    pictures.set(`pictures/${file}`, path)
    return { src: `pictures/${file}`, ...pngSize(readFileSync(path)) }
  }
  const { pages: fromText, faults } = textPages(root, highlight, pictureOf)
  if (faults.length > 0) throw new Error(`The pages have faults:\n${faults.join('\n')}`)
  const pages = [...fromText, ...referencePages(root, highlight)]
  const nav = [
    ...navOf(pages),
    { title: 'For contributors', links: [{ href: 'parts.html', title: 'Parts' }] },
  ]
  const start = homePage(highlight, readFileSync(join(root, 'README.md'), 'utf8'), pictureOf)
  return {
    search: searchIndex([
      ...pages.map(({ address, name, sections }) => ({ address, title: name, sections })),
      { address: 'playground.html', title: 'Playground', sections: playgroundSections },
    ]),
    pictures,
    write(files, { parts, playground, preview }, base) {
      const others = [start, missingPage(base), playgroundPage(playground), partsPage(parts)]
      const all = [
        ...others,
        ...pages.map((page, at) => partsOf(page, pages[at - 1], pages[at + 1])),
      ]
      return new Map([
        ...all.map((page) => [page.address, layout(page, nav, files)] as const),
        ['preview.html', previewPage(preview, files)],
      ])
    },
  }
}

/** Returns what a page's layout shows, with links to the pages before and after it. */
function partsOf(
  { address, title, summary, headings, body, group }: SitePage,
  before: SitePage | undefined,
  after: SitePage | undefined,
): PageParts {
  const ways = { before: neighbour(before), after: neighbour(after) }
  const content = article({ group, title, body, headings, ...ways })
  return { address, title, summary, headings, content }
}

const neighbour = (page: SitePage | undefined): Neighbour | undefined =>
  page && { href: page.address, title: page.name }

function navOf(pages: readonly SitePage[]): readonly NavGroup[] {
  const titles = [...new Set(pages.map(({ group }) => group))]
  return titles.map((title) => ({
    title,
    links: pages
      .filter(({ group }) => group === title)
      .map(({ address, name }) => ({ href: address, title: name })),
  }))
}
