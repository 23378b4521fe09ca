import { createKit } from '../../../createKit.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { KitOptions } from '../../../core/options/options.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Router } from '../../router/createRouter.ts'
import type { Views } from '../registry.ts'

/** Type checks for the registry's line; this file is compiled, never run. */
export function typesOfNotebook(router: Router<Views>, kit: Kit, site: KitOptions): void {
  router.push('Notebook')
  router.push('Notebook', { note: 'Milk' })
  // @ts-expect-error a parameter that the screen does not take
  router.push('Notebook', { note: 7 })
  // @ts-expect-error no such screen
  router.push('Notebok')
  void kit.open({ view: 'Notebook' })
  // @ts-expect-error not for sites to open
  void kit.open({ view: 'HouseRules' })
  createKit({
    ...site,
    features: { notebook: false },
    texts: { 'notebook.title': 'Diary', 'account.notebook': 'Diary', 'error.notebookFull': 'Full' },
  })
  // @ts-expect-error no such text
  createKit({ ...site, texts: { 'notebook.titel': 'Diary' } })
  // @ts-expect-error a switch is true or false
  createKit({ ...site, features: { notebook: 'yes' } })
  throw new KitError('notebookFull', 'The notebook has no page left')
}
