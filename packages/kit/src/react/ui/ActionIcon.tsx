const paths = {
  send: 'M10 16V4.5M5 9l5-5 5 5',
  receive: 'M10 3.5V12M5.5 8l4.5 4.5L14.5 8M4 16.5h12',
} as const

export type ActionIconName = keyof typeof paths

/** The outline icon of something that is done with an account, as those of {@link Icon}. Decoration: it has no name of its own. */
export function ActionIcon({ name }: { name: ActionIconName }) {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
