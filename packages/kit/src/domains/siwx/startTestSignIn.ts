import { loadManifests } from '../../react/features/loadManifests.ts'
import { screensOf } from '../../react/features/screensOf.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { startTestSite } from './startTestSite.ts'
import { contextOf } from '../../core/kit/context.ts'

type Options = Parameters<typeof startTestKit>[0] & Parameters<typeof startTestSite>[0]

/** A kit with sign-in, on a page that shows the modal. The modal and all its gates have loaded. */
export async function startTestSignIn({
  isRequired,
  signOutOnDisconnect,
  life,
  ...options
}: Options = {}) {
  let now = () => 0
  const site = startTestSite(
    {
      ...(isRequired !== undefined && { isRequired }),
      ...(signOutOnDisconnect !== undefined && { signOutOnDisconnect }),
      ...(life !== undefined && { life }),
    },
    () => now(),
  )
  const openKit = async (more: Parameters<typeof startTestKit>[0] = {}) => {
    const started = startTestKit({ ...options, ...more, siwx: site.siwx })
    const { kit } = started
    now = contextOf(kit).clock.now
    contextOf(kit).hasProvider = true
    const { store, complete } = loadManifests(kit)
    await complete()
    contextOf(kit).screens.setState(screensOf(kit, store.getState()), true)
    return started
  }
  return { ...(await openKit()), site, openKit }
}
