import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Highlight } from './highlight.ts'
import { deadAnchors, resolveLinks } from './links.ts'
import type { AnchorUse } from './links.ts'
import type { ResolveImage } from './pageRenderer.ts'
import { addressOf, faultsOfTable, groups } from './pages.ts'
import { renderMarkdown } from './renderMarkdown.ts'
import type { Rendered } from './renderMarkdown.ts'

/** A page of text or of types, with its group and name in the navigation. */
export type SitePage = Rendered & { address: string; group: string; name: string }

/** Returns the address and the size of a file of `docs/pictures`, and adds the file to the site. */
export type PictureOf = (file: string) => { src: string; width: number; height: number }

/**
 * Makes the pages from all Markdown files of the site. Each fault is a sentence with the file's
 * name.
 */
export function textPages(
  root: string,
  highlight: Highlight,
  pictureOf: PictureOf,
): { pages: readonly SitePage[]; faults: readonly string[] } {
  const listed = groups.flatMap(({ title: group, pages }) =>
    pages.map((page) => ({ ...page, group })),
  )
  const targets = {
    pages: new Set(listed.map(({ file }) => file)),
    exists: (path: string) => existsSync(join(root, path)),
  }
  const uses: AnchorUse[] = []
  const resolveImage: ResolveImage = (href) =>
    /^pictures\/[\w-]+\.png$/.test(href) && existsSync(join(root, 'docs', href))
      ? pictureOf(href.slice('pictures/'.length))
      : { fault: `the image ${href} is none of docs/pictures` }
  const pages = listed.map(({ file, title: name, group }) => ({
    ...renderMarkdown(readFileSync(join(root, file), 'utf8'), {
      highlight,
      resolveLink: resolveLinks(file, targets, uses),
      resolveImage,
    }),
    address: addressOf(file),
    group,
    name,
    file,
  }))
  const anchorsOf = (file: string) =>
    new Set(pages.find((page) => page.file === file)?.headings.map(({ id }) => id))
  const faults = [
    ...faultsOfTable(guidesIn(root)),
    ...pages.flatMap((page) => page.faults.map((fault) => `${page.file}: ${fault}`)),
    ...deadAnchors(uses, anchorsOf),
  ]
  return { pages, faults }
}

/** Returns the Markdown files of `docs/`, as `docs/guide.md`. */
const guidesIn = (root: string) =>
  readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
