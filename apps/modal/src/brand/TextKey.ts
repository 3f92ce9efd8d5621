import type { siteTexts } from '@latchkey/copy/siteTexts'

/** A message of the modal that a site may word itself. */
export type TextKey = keyof typeof siteTexts
