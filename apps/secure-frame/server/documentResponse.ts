import { closedResponse, passkeys, permissions, type ResponseRow } from '@latchkey/document-server'
import type { PageRow } from '../src/pages/pages.ts'

export type WalletDocument = {
  /** As in the table of pages. */
  kind: PageRow['kind']
  policy: string
  /** The origins that it embeds. */
  frames: readonly string[]
}

/** The permissions of a wallet origin's document, and those that it delegates to the frames that it embeds. */
const documentPermissions = (frames: readonly string[]): string => {
  const passed = ['self', ...frames.map((origin) => `"${origin}"`)].join(' ')
  return permissions({
    'clipboard-write': 'self',
    ...(frames.length === 0 ? {} : Object.fromEntries(passkeys.map((feature) => [feature, passed]))),
  })
}

/** Returns the headers of a wallet origin's document. */
export const documentResponse = ({ kind, policy, frames }: WalletDocument): ResponseRow => {
  const row: ResponseRow = { ...closedResponse, policy, permissions: documentPermissions(frames) }
  switch (kind) {
    case 'frame':
      return { ...row, resourcePolicy: 'cross-origin' }
    case 'page':
      return { ...row, openerPolicy: 'same-origin' }
    // A window communicates with the frame that opened it, a popup with the page: without an opener they could not.
    case 'window':
    case 'popup':
      return row
  }
}
