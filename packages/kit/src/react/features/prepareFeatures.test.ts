import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { createManifests, loaded } from './manifests.ts'
import type { AnyFeature } from './manifests.ts'
import { fetchedViews } from './fetchView.ts'
import { prepareFeatures } from './prepareFeatures.lazy.ts'

/** Makes a feature whose `prepare` adds its id to `noted`. */
const featureOf = (id: string, noted: string[]): AnyFeature => ({
  id,
  views: {},
  prepare: async () => void noted.push(id),
})

test('each feature is prepared once: the first ones immediately, the others when their manifests load', async () => {
  const noted: string[] = []
  const early = featureOf('early', noted)
  const late = featureOf('late', noted)
  const { kit } = startTestKit()
  let bring = (_all: readonly AnyFeature[]) => {}
  const others = new Promise<readonly AnyFeature[]>((resolve) => (bring = resolve))
  loaded(kit).manifests = createManifests(kit, [early], () => others)
  const prepared = prepareFeatures(kit)
  expect(noted).toEqual(['early'])
  bring([early, late])
  await prepared
  expect(noted).toEqual(['early', 'late'])
})

test('when other manifests fail to load, the first features are still prepared', async () => {
  const noted: string[] = []
  const { kit } = startTestKit()
  loaded(kit).manifests = createManifests(kit, [featureOf('early', noted)], () =>
    Promise.reject(new Error('offline')),
  )
  await prepareFeatures(kit)
  expect(noted).toEqual(['early'])
})

test('the code of the next screens is loaded, so that a press shows them in its own frame', async () => {
  const View = () => null
  const { kit } = startTestKit()
  loaded(kit).manifests = createManifests(
    kit,
    [
      {
        id: 'connecting',
        views: { ConnectingExternal: { load: async () => ({ default: View }) } },
        nextViews: () => ['ConnectingExternal'],
      },
    ],
    async () => [],
  )
  await prepareFeatures(kit)
  await expect.poll(() => fetchedViews(kit).get('ConnectingExternal')).toBe(View)
})
