import { closedResponse, passkeys, permissions, type ResponseRow } from '@latchkey/document-server'
import type { PageRow } from '../src/pages/pages.ts'

export type WalletDocument = {
  /** As in the table of pages. */
  kind: PageRow['kind']
  policy: string
  /** The origins that it embeds. */
  frames: readonly string[]
}

/** What a document of the wallet origin may use, and what it passes on to the frames that it embeds. */
const documentPermissions = (frames: readonly string[]): string => {
  const passed = ['self', ...frames.map((origin) => `"${origin}"`)].join(' ')
  return permissions({
    'clipboard-write': 'self',
    ...(frames.length === 0 ? {} : Object.fromEntries(passkeys.map((feature) => [feature, passed]))),
  })
}

/** Returns what a document of the wallet origin is sent with. */
export const documentResponse = ({ kind, policy, frames }: WalletDocument): ResponseRow => {
  const row: ResponseRow = { ...closedResponse, policy, permissions: documentPermissions(frames) }
  switch (kind) {
    case 'frame':
      return { ...row, resourcePolicy: 'cross-origin' }
    case 'page':
      return { ...row, openerPolicy: 'same-origin' }
    // A window talks to the frame that opened it, a popup to the page: parted from their opener they could not.
    case 'window':
    case 'popup':
      return row
  }
}
