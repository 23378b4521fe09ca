/** Marks the heading that is in view, in the page's table of contents. */
export function followHeadings(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.aside a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  )
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
  if (headings.length === 0) return
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const reached =
      headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0]
    const link = reached && links.get(reached.id)
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    link?.scrollIntoView({ block: 'nearest' })
    current = link
  }
  let waits = false
  addEventListener(
    'scroll',
    () => {
      if (waits) return
      waits = true
      requestAnimationFrame(() => {
        waits = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}
