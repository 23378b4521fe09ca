import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './ar/approvals.ts'
import { screens } from './ar/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
