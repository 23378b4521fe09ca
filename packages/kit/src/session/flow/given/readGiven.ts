import { loadCode } from '../../../core/page/loadCode.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'
import { readOpening } from './readOpening.ts'

/**
 * Checks the site's parameters of a view once the modal knows all its features, and passes them to
 * the view, unless the modal was closed or opened again meanwhile.
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
  await untilKnown(kit)
  const isReady = () => {
    const { modal } = kit.getState()
    return modal.open && modal.request === request
  }
  if (!isReady()) return
  const params = await read(kit, view, given).catch((error: unknown) => {
    if (isReady()) throw error
  })
  if (isReady()) kit.store.setState({ modal: { open: true, request, view, params } })
}

async function read(kit: Kit, view: string, given: object): Promise<unknown> {
  const feature = kit.context.manifests?.store
    .getState()
    .features.find(({ views }) => Object.hasOwn(views, view))
  const readings = feature?.opensWith && (await loadCode(feature.opensWith())).openingParsers
  return readOpening(kit, {
    view,
    given,
    reading: readings?.[view],
    isPlain: feature?.opens?.includes(view),
  })
}

/** Resolves once the modal knows its screens. */
function untilKnown({ context: { screens } }: Kit): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const check = () => {
      if (screens.getState().status !== 'there') return
      stops.forEach((stop) => stop())
      resolve()
    }
    stops.push(screens.subscribe(check))
    check()
  })
}
