import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import type { Highlight } from '../highlight.ts'
import type { SitePage } from '../textPages.ts'
import { readDeclarations } from './readDeclarations.ts'
import { aboutEntries, pagesOf, referenceAddress, referencePage } from './referencePage.ts'
import type { Entry } from './referencePage.ts'

/** Makes the pages of the reference from the kit's built types. */
export function referencePages(root: string, highlight: Highlight): readonly SitePage[] {
  const marked = new Marked({ gfm: true })
  const inline = (markdown: string) => marked.parseInline(markdown, { async: false })
  return entriesOf(root)
    .flatMap((entry) => pagesOf(entry, readDeclarations(entry.types)))
    .map(({ entry, name, declarations }) => ({
      ...referencePage(entry, name, declarations, highlight, inline),
      address: entry.address,
      group: 'Reference',
      name,
    }))
}

/**
 * Returns the entries of the kit, from its package.json. @throws Error for an entry that has no
 * sentence in `aboutEntries`
 */
function entriesOf(root: string): readonly Entry[] {
  const kit = join(root, 'packages/kit')
  const { exports } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string }>
  } // our own package.json
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
