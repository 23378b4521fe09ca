const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#2b2338"/>
<g fill="none" stroke="#c9a6ff" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"><path d="M24 38v30a6 6 0 0 0 6 6h38a6 6 0 0 0 6-6V44a6 6 0 0 0-6-6H28a6 6 0 0 1 0-12h36"/>
<path d="m44 50-6 6 6 6m12-12 6 6-6 6"/></g></svg>`

/** The development wallet's picture, as a data URI. */
export const walletIcon: `data:image/${string}` = `data:image/svg+xml,${encodeURIComponent(drawing)}`
