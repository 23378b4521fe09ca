/** After copying, a button shows its message for this many milliseconds. */
const messageTime = 1_600

/** Adds a copy button to each block of code. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', 'Copy the code')
    button.addEventListener(
      'click',
      () => void copy(block.querySelector('code')?.textContent ?? '', button),
    )
    block.append(button)
  }
}

/** Copies a text. The button shows whether that worked. */
export async function copy(text: string, button: HTMLElement): Promise<void> {
  const message = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not allowed',
  )
  button.textContent = message
  setTimeout(() => (button.textContent = 'Copy'), messageTime)
}
