import { posix } from 'node:path'
import { addressOf } from './pages.ts'
import type { ResolveLink } from './pageRenderer.ts'

/** The targets to which links may lead. */
export type LinkTargets = {
  /** The Markdown files that are pages of the site. */
  pages: ReadonlySet<string>
  /** Whether the repository contains this file or folder. */
  exists: (path: string) => boolean
}

/** A link from a page to an anchor. It is checked after all pages are made. */
export type AnchorUse = { from: string; to: string; anchor: string }

/** Source folders for which the site has a page. */
const places: Readonly<Record<string, string>> = { 'apps/docs/src/playground': 'playground.html' }

const mail = /^mailto:/
const outside = /^https?:\/\//

/**
 * Creates the function that resolves the links of one file:
 * - A link to another site stays as it is.
 * - A link to a page becomes the page's address.
 * - A link to a file that is not a page becomes text, because the site does not contain the file.
 *
 * @param uses the links to anchors are added to it
 */
export function resolveLinks(
  file: string,
  { pages, exists }: LinkTargets,
  uses: AnchorUse[],
): ResolveLink {
  return (href) => {
    if (outside.test(href) || mail.test(href)) return { href }
    const [path = '', anchor = ''] = href.split('#')
    const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path))
    const place = places[target.replace(/\/$/, '')]
    if (place !== undefined) return { href: place }
    if (!pages.has(target))
      return exists(target) ? { href: undefined } : { fault: `the link ${href} leads to nothing` }
    if (anchor) uses.push({ from: file, to: target, anchor })
    return { href: `${path === '' ? '' : addressOf(target)}${anchor ? `#${anchor}` : ''}` }
  }
}

/** Returns a sentence for each link to an anchor that does not exist. */
export function deadAnchors(
  uses: readonly AnchorUse[],
  anchorsOf: (file: string) => ReadonlySet<string>,
): readonly string[] {
  return uses
    .filter(({ to, anchor }) => !anchorsOf(to).has(anchor))
    .map(({ from, to, anchor }) => `${from}: the link to ${to}#${anchor} leads to no heading`)
}
