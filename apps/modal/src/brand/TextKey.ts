import type { siteTexts } from '@latchkey/copy/siteTexts'

/** A message of the modal that a site may replace. */
export type TextKey = keyof typeof siteTexts
