import '../styles/base.css'
import '../styles/layout.css'
import '../styles/text.css'
import '../styles/home.css'
import '../styles/search.css'
import '../styles/conditions.css'
import { addCopyButtons } from './copyButtons.ts'
import { followHeadings } from './followHeadings.ts'
import { search } from './search/search.ts'
import { themeSwitch } from './themeSwitch.ts'

// All of this is optional: the pages can be read without it.
document.querySelector('.tools')?.append(search(), themeSwitch())
addCopyButtons(document)
followHeadings()
document.querySelector('.nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
