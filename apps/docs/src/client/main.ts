import '../styles/site.css'
import { addCopyButtons } from './copyButtons.ts'
import { followHeadings } from './followHeadings.ts'
import { search } from './search/search.ts'
import { themeSwitch } from './themeSwitch.ts'

// All of this is extra: without it the pages read the same.
document.querySelector('.tools')?.append(search(), themeSwitch())
addCopyButtons(document)
followHeadings()
document.querySelector('.nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
