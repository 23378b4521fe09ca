import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { searchOptions } from '../client/search/searchOptions.ts'
import { searchIndex } from './searchIndex.ts'

const pages = [
  {
    address: 'guide.html',
    title: 'Guide',
    sections: [
      { id: '', heading: 'Guide', text: 'How to begin.' },
      { id: 'nodes', heading: 'Nodes', text: 'customRpcUrls names your nodes.' },
      { id: 'theme', heading: 'Theme', text: '--lk-accent is a colour.' },
    ],
  },
  {
    address: 'ref-latchkey.html',
    title: 'latchkey',
    sections: [{ id: 'Nodes', heading: 'Nodes', text: 'A type: customRpcUrls.' }],
  },
]

const find = (text: string) =>
  MiniSearch.loadJSON(searchIndex(pages), searchOptions)
    .search(text)
    .map((found) => found['url'])

test('a search finds a name by one of its words, and lists the guide before the type', () => {
  expect(find('rpc')).toEqual(['guide.html#nodes', 'ref-latchkey.html#Nodes'])
  expect(find('customRpcUrls')).toEqual(['guide.html#nodes', 'ref-latchkey.html#Nodes'])
  expect(find('accent')).toEqual(['guide.html#theme'])
})

test('a search finds a word by its beginning or with one wrong letter, and requires every searched word', () => {
  expect(find('nod')).toEqual(['guide.html#nodes', 'ref-latchkey.html#Nodes'])
  expect(find('collour')).toEqual(['guide.html#theme'])
  expect(find('colour begin')).toEqual([])
})
