import { expect, test } from 'vitest'
import type { Feature } from './feature.ts'

type Views = { List: undefined; Detail: { id: number }; Search: { text: string } | undefined }
const load = async () => ({ default: () => null })
const views = { List: { load }, Detail: { load }, Search: { load } }

test('`opens` of a manifest accepts only its own screens without required parameters', () => {
  const plain: Feature<{ views: Views; opens: 'List' | 'Search' }> = {
    id: 'plain',
    views,
    opens: ['List', 'Search'],
  }
  // @ts-expect-error a site has no parameters for it
  const bare: Feature<{ views: Views; opens: 'Detail' }> = { id: 'bare', views, opens: ['Detail'] }
  const rest = { id: 'unknown', views } as const
  // @ts-expect-error no such screen
  const unknown: Feature<{ views: Views; opens: 'Lists' }> = { ...rest, opens: ['Lists'] }
  expect([plain, bare, unknown].map(({ id }) => id)).toEqual(['plain', 'bare', 'unknown'])
})
