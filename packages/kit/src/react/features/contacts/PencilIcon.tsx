/** Something can be written anew. Drawn as the icons of the modal. */
export function PencilIcon() {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d="m4 16 .8-3.4 8.6-8.6a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2l-8.6 8.6zM12 5.4l2.6 2.6" />
    </svg>
  )
}
