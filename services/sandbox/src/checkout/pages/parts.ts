import { html, raw, type Html, type HtmlPart } from '@latchkey/server/html'
import { iconPaths, type IconName } from '@latchkey/ui/iconPaths.ts'

// The parts of `packages/ui` as HTML, because the checkout has neither React nor a script. The test
// compares them with those that React writes.

/** The style sheets of the parts. */
export const partSheets = [
  'alert/alert.css',
  'button.css',
  'details/details.css',
  'facts/facts.css',
  'field/field.css',
  'mark.css',
  'progress.css',
] as const

/** An attribute that is either set or absent. It has the value `true`, as React writes it. */
const flag = (name: string, isSet: boolean): Html | false => isSet && raw(` ${name}="true"`)

/** An outline icon, without an accessible name. None of them points along the writing direction. */
export const icon = (
  name: Exclude<IconName, 'back' | 'chevronRight' | 'external' | 'disconnect'>,
) =>
  html`<svg class="icon" width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${iconPaths[name]}"></path></svg>`

/** A button that sends the form it is in. */
export const button = (
  variant: 'primary' | 'secondary',
  { name, value, text }: { name: string; value: string; text: string },
): Html =>
  html`<button type="submit" class="button" data-variant="${variant}" value="${value}" name="${name}">${text}</button>`

/** A link that looks like a button. */
export const linkButton = (variant: 'primary' | 'secondary', href: string, text: string): Html =>
  html`<a class="button" data-variant="${variant}" href="${href}">${text}</a>`

/** A labelled text field. */
export function field({
  id,
  label,
  attributes,
  fault,
  isListed = false,
  note,
  describedBy,
}: {
  id: string
  label: string
  /** The further attributes of the input. */
  attributes: Html
  /** The fault of the text. */
  fault?: string | undefined
  /** Whether an alert above the form lists the fault, too; otherwise the field announces it. */
  isListed?: boolean
  /** Shown below the field while there is no fault. */
  note?: string | undefined
  /** The id of a text elsewhere that describes the field, too. */
  describedBy?: string
}): Html {
  const below = fault ?? note
  const described = [below !== undefined && `${id}-note`, describedBy].filter(Boolean).join(' ')
  const isInvalid = fault !== undefined
  return html`<div class="field"${flag('data-invalid', isInvalid)}><label class="field-label" for="${id}">${label}</label><input id="${id}"${flag('aria-invalid', isInvalid)}${described && html` aria-describedby="${described}"`} ${attributes}/>${below !== undefined && html`<p class="field-note" id="${id}-note"${isInvalid && !isListed && raw(' role="alert"')}>${below}</p>`}</div>`
}

/** A message that the visitor has to know. */
export const alert = (
  level: 'warning' | 'danger',
  role: 'note' | 'alert',
  title: string,
  content?: Html,
): Html =>
  html`<div class="alert" data-level="${level}" role="${role}">${icon('warning')}<p class="alert-title">${title}</p>${content && html`<div class="alert-text">${content}</div>`}</div>`

/** A list of names and values. */
export const facts = (list: readonly Html[]): Html => html`<dl class="facts">${list}</dl>`

/** One name and its value. `isTotal`: the sum of those above. */
export const fact = (name: HtmlPart, value: Html, isTotal = false): Html =>
  html`<div class="fact"${flag('data-total', isTotal)}><dt>${name}</dt><dd>${value}</dd></div>`

/** Content that the visitor can unfold. */
export const details = (label: string, isOpen: boolean, content: Html): Html =>
  html`<details class="details"${isOpen && raw(' open=""')}><summary>${label}</summary>${content}</details>`

/** An icon in place of a picture, 64 px. */
export const mark = (name: Parameters<typeof icon>[0], kind: 'good' | 'bad' | 'quiet'): Html =>
  html`<span class="mark" data-large="true" data-kind="${kind}">${icon(name)}</span>`

/** How something went: a mark, the title of the page, and a text. */
export const outcome = (sign: Html, title: string, text: string): Html =>
  html`<div class="progress">${sign}<div class="progress-words"><h1 class="progress-title">${title}</h1><p class="progress-text">${text}</p></div></div>`
