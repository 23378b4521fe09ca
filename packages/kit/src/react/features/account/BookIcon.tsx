/** An address book, in the style of the modal's other icons. */
export function BookIcon() {
  return (
    <svg
      className="icon"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 2.75h9.25v14.5H6A1.75 1.75 0 0 1 4.25 15.5v-11A1.75 1.75 0 0 1 6 2.75zM2.75 6.5h3M2.75 13.5h3" />
      <circle cx="10" cy="8" r="1.75" />
      <path d="M7.25 13.25a2.75 2.75 0 0 1 5.5 0" />
    </svg>
  )
}
