import { posix } from 'node:path'
import { addressOf } from './pages.ts'
import type { ResolveLink } from './pageRenderer.ts'

/** The files that links may lead to. */
export type LinkTargets = {
  /** The pages of the site, by file. */
  pages: ReadonlySet<string>
  /** Whether the repository has this file or folder. */
  exists: (path: string) => boolean
}

/** A link from a page to an anchor, checked when all pages are made. */
export type AnchorUse = { from: string; to: string; anchor: string }

/** Source folders that are a page of the site. */
const places: Readonly<Record<string, string>> = { 'apps/docs/src/playground': 'playground.html' }

const mail = /^mailto:/
const outside = /^https?:\/\//

/**
 * Resolves the links of one file:
 * - A link to another site is unchanged.
 * - A link to a page becomes the page's address.
 * - A link to a file without a page becomes text, because the site lacks the file.
 * @param uses receives the linked anchors
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

/** Links to anchors that their pages lack, one sentence each. */
export function deadAnchors(
  uses: readonly AnchorUse[],
  anchorsOf: (file: string) => ReadonlySet<string>,
): readonly string[] {
  return uses
    .filter(({ to, anchor }) => !anchorsOf(to).has(anchor))
    .map(({ from, to, anchor }) => `${from}: the link to ${to}#${anchor} leads to no heading`)
}
