import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './pl/approvals.ts'
import { screens } from './pl/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
