import { html, raw } from '../html.ts'
import type { Highlight } from '../highlight.ts'
import type { Rendered } from '../renderMarkdown.ts'
import type { Section } from '../sections.ts'
import type { Declaration } from './readDeclarations.ts'

/**
 * An entry of the kit: how it is imported, the file of its types, what it is for, and the address
 * of its page.
 */
export type Entry = { specifier: string; types: string; about: string; address: string }

/** What each entry is for. If an entry is missing here, the build fails. */
export const aboutEntries: Readonly<Record<string, string>> = {
  latchkey: 'The kit itself: `createKit`, errors, and everything that works without React.',
  'latchkey/react': 'The provider, the buttons and the hooks.',
  'latchkey/evm': 'The adapter for Ethereum and its relatives.',
  'latchkey/bitcoin': 'The adapter for Bitcoin.',
  'latchkey/polkadot': 'The adapter for Polkadot.',
  'latchkey/solana': 'The adapter for Solana.',
  'latchkey/wagmi': 'wagmi beside the kit, and the kit inside wagmi.',
  'latchkey/cookie': 'The account of the last visit, for a server that renders the page.',
  'latchkey/browser':
    'Everything in one prebuilt file, React included: for sites without React, and pages without a bundler.',
  'latchkey/ens': 'Names and pictures from ENS, without an API.',
  'latchkey/themes': 'Ready sets of theme variables.',
  'latchkey/siwx/server': 'The server’s half of signing in with a wallet.',
  'latchkey/testing': 'Wallets, services and clocks that do as they are told.',
  'latchkey/testing/bitcoin': 'The same for sites with Bitcoin.',
  'latchkey/testing/polkadot': 'The same for sites with Polkadot.',
  'latchkey/testing/solana': 'The same for sites without EVM.',
}

/** Returns the address of an entry's page. */
export const referenceAddress = (specifier: string): string =>
  `ref-${specifier.replace(/^latchkey\//, '').replaceAll('/', '-')}.html`

/** The maximum number of types on one page. */
const roomForTypes = 100

/**
 * Returns the pages of an entry: usually one. If the entry has many types, they are on pages of
 * their own.
 */
export function pagesOf(
  entry: Entry,
  declarations: readonly Declaration[],
): readonly { entry: Entry; name: string; declarations: readonly Declaration[] }[] {
  const isType = ({ kind }: Declaration) => kind === 'type'
  const types = declarations.filter(isType).toSorted(byName)
  if (types.length <= roomForTypes) return [{ entry, name: entry.specifier, declarations }]
  const count = Math.ceil(types.length / roomForTypes)
  const size = Math.ceil(types.length / count)
  const parts = Array.from({ length: count }, (_, at) => types.slice(at * size, (at + 1) * size))
  return [
    {
      entry,
      name: entry.specifier,
      declarations: declarations.filter((declaration) => !isType(declaration)),
    },
    ...parts.map((part, at) => {
      const letters = `${part[0]?.name[0] ?? ''}–${part.at(-1)?.name[0] ?? ''}`
      return {
        entry: {
          ...entry,
          about: `Types of \`${entry.specifier}\`, ${letters}.`,
          address: entry.address.replace('.html', `-types-${at + 1}.html`),
        },
        name: `${entry.specifier}, types ${letters}`,
        declarations: part,
      }
    }),
  ]
}

const byName = (declaration: Declaration, other: Declaration) =>
  declaration.name.localeCompare(other.name, 'en')

const groups: readonly { title: string; kinds: readonly Declaration['kind'][] }[] = [
  { title: 'Components', kinds: ['component'] },
  { title: 'Hooks', kinds: ['hook'] },
  { title: 'Functions', kinds: ['function', 'class'] },
  { title: 'Values', kinds: ['value'] },
  { title: 'Types', kinds: ['type'] },
]

const tagNames: Readonly<Record<string, string>> = {
  throws: 'Throws',
  default: 'Default',
  param: 'Parameter',
  returns: 'Returns',
  example: 'Example',
  see: 'See',
  deprecated: 'Deprecated',
}

/** Writes the page of an entry from its declarations. @param inline renders one line of Markdown */
export function referencePage(
  { specifier, about }: Entry,
  title: string,
  declarations: readonly Declaration[],
  highlight: Highlight,
  inline: (markdown: string) => string,
): Rendered {
  const shown = groups
    .map(({ title, kinds }) => ({
      title,
      id: title.toLowerCase(),
      items: declarations.filter(({ kind }) => kinds.includes(kind)).toSorted(byName),
    }))
    .filter(({ items }) => items.length > 0)
  const item = ({ name, doc, tags, code }: Declaration) => html`<section class="export">
<h3 id="${name}">${name} <a class="anchor" href="#${name}" aria-label="Link to ${name}">#</a></h3>
${doc && html`<p>${raw(inline(doc))}</p>`}
<div class="code"><pre${code.split('\n').some((line) => line.length > 36) && raw(' tabindex="0"')}><code>${raw(highlight(tidy(code), 'ts'))}</code></pre></div>
${tags.length > 0 && html`<dl class="tags">${tags.map(({ tag, text }) => html`<div><dt>${tagNames[tag] ?? tag}</dt><dd>${tag === 'example' ? html`<code>${text}</code>` : raw(inline(text))}</dd></div>`)}</dl>`}
</section>`
  const body = html`<p>${raw(inline(about))}</p>
<div class="code"><pre><code>${raw(highlight(`import { … } from '${specifier}'`, 'ts'))}</code></pre></div>
${shown.map(({ title, id, items }) => html`<h2 id="${id}-of">${title} <a class="anchor" href="#${id}-of" aria-label="Link to ${title}">#</a></h2>${items.map(item)}`)}`.toString()
  const sections: Section[] = [
    { id: '', heading: title, text: about.replaceAll('`', '') },
    ...shown.flatMap(({ items }) =>
      items.map(({ name, doc, tags }) => ({
        id: name,
        heading: name,
        text: [doc, ...tags.map(({ text }) => text)]
          .join(' ')
          .replaceAll('`', '')
          .replace(/\s+/g, ' ')
          .trim(),
      })),
    ),
  ]
  const headings = shown.flatMap(({ title, id, items }) => [
    { depth: 2, text: title, id: `${id}-of` },
    ...items.map(({ name }) => ({ depth: 3, text: name, id: name })),
  ])
  return { title, summary: about.replaceAll('`', ''), body, headings, sections, faults: [] }
}

/** Removes blank lines, and fixes the indentation; doc comments inside a type stay. */
const tidy = (code: string) => code.replace(/\n\s*\n/g, '\n').replace(/^ {4}/gm, '  ')
