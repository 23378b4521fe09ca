import { loadCode } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Screens } from '../../core/kit/screens.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { readOpening } from './readOpening.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Waits until the modal knows all its features, checks the site's parameters of a view, and passes
 * them to the view. If the modal was closed or opened again meanwhile, the view does not get them.
 * @throws KitError optionInvalid for a view that is unknown or switched off, and for a parameter
 *   that is unknown, wrong or missing; networkNotFound; offline, httpFailed where the code does not
 *   load
 */
export async function readGiven(
  kit: Kit,
  request: number,
  view: string | undefined,
  given: object,
): Promise<void> {
  const [first = ''] = Object.keys(given)
  if (view === undefined)
    throw optionInvalid(`open.${first}`, 'is of no view', 'Pass { view: "Account" }, or nothing.')
  const screens = await knownScreens(kit)
  const isReady = () => {
    const { modal } = kit.getState()
    return modal.open && modal.request === request
  }
  if (!isReady()) return
  const params = await read(kit, screens, view, given).catch((error: unknown) => {
    if (isReady()) throw error
  })
  if (isReady()) kit.store.setState({ modal: { open: true, request, view, params } })
}

type KnownScreens = Extract<Screens, { status: 'there' }>

async function read(
  kit: Kit,
  { opensWith, openable }: KnownScreens,
  view: string,
  given: object,
): Promise<unknown> {
  const loading = opensWith(view)
  const reading = loading && (await loadCode(loading)).openingParsers[view]
  return readOpening(kit, { view, given, reading, isPlain: openable.includes(view) })
}

/** Resolves once the modal knows its screens. */
function knownScreens(kit: Kit): Promise<KnownScreens> {
  const { screens } = contextOf(kit)
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const check = () => {
      const known = screens.getState()
      if (known.status !== 'there') return
      stops.forEach((stop) => stop())
      resolve(known)
    }
    stops.push(screens.subscribe(check))
    check()
  })
}
