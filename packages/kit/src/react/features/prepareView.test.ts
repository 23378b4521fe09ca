import { expect, test } from 'vitest'
import { contextOf } from '../../core/kit/context.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { fetchedViews } from './fetchView.ts'
import { fetchFeatures } from './loadManifests.ts'
import { createManifests, loaded } from './manifests.ts'
import type { AnyFeature } from './manifests.ts'
import { prepareView } from './prepareView.ts'

const View = () => null

/** Starts a kit with a screen `First`, from which a press opens `Next` or `Other`. */
function startFeatures() {
  const noted: string[] = []
  const load = (name: string) => async () => {
    noted.push(name)
    return { default: View }
  }
  const feature: AnyFeature = {
    id: 'account',
    needs: ['addresses'],
    views: {
      First: {
        View,
        nextViews: ['Missing', 'Other'],
      },
      Next: {
        load: async () => {
          noted.push('Next')
          throw new Error('The connection was lost')
        },
      },
      Other: { load: load('Other') },
      Transaction: { load: load('Transaction') },
    },
  }
  const { kit } = startTestKit()
  const [adapter] = contextOf(kit).adapters
  if (adapter)
    Object.assign(adapter, {
      load: async (name: string) => {
        noted.push(name)
        throw new Error('The connection was lost')
      },
    })
  loaded(kit).manifests = createManifests(kit, [feature], async () => [feature])
  return { kit, noted }
}

test('the code that a press on a screen needs is loaded with that of the chain, one part after another', async () => {
  const { kit, noted } = startFeatures()
  await prepareView(kit, 'First', new AbortController().signal)
  expect(noted).toEqual(['Other', 'addresses', 'Next', 'Transaction', 'transactions'])
  expect([...fetchedViews(kit).keys()]).toEqual(['Other', 'Transaction'])
  await prepareView(kit, 'First', new AbortController().signal)
  expect(noted.slice(5)).toEqual(['addresses', 'Next'])
})

test('nothing more is loaded once another screen is shown', async () => {
  const { kit, noted } = startFeatures()
  await prepareView(kit, 'First', AbortSignal.abort())
  expect(noted).toEqual([])
})

test('every next screen of a feature exists', async () => {
  const features = await fetchFeatures()
  const views = features.flatMap((feature) => Object.entries(feature.views))
  const names = views.map(([name]) => name)
  const next = views.flatMap(([, view]) => view?.nextViews ?? [])
  expect(next).toContain('Networks')
  expect(names).toEqual(expect.arrayContaining([...next]))
})
