import { cleanText } from '../cleanText.ts'
import { type ForeignProvider, isForeignProvider } from '../eip1193/ForeignProvider.ts'
import { readIcon } from '../readIcon.ts'
import { readWalletName } from '../readWalletName.ts'

/** A wallet's announcement (EIP-6963). Every field is a claim. */
export type Announcement = {
  readonly provider: ForeignProvider
  /** Unique to this page load. */
  readonly uuid: string
  readonly rdns: string
  readonly name: string
  readonly icon: string | null
}

const longestUuid = 64
const longestRdns = 253

/** Reads an announcement, each field once. Null when it lacks required fields. Throws nothing. */
export function readAnnouncement(detail: unknown): Announcement | null {
  try {
    const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
    const { uuid, rdns, name, icon } = info
    if (!isForeignProvider(provider) || typeof uuid !== 'string' || uuid === '' || uuid.length > longestUuid)
      return null
    if (typeof rdns !== 'string' || rdns.length > longestRdns || !/^[\w-]+(?:\.[\w-]+)*$/.test(rdns)) return null
    // A wallet without a name, or with one of ours, is shown by its reverse-domain name.
    const shown = readWalletName(name) ?? cleanText(rdns, 64) ?? rdns
    return { provider, uuid, rdns: rdns.toLowerCase(), name: shown, icon: readIcon(icon) }
  } catch {
    // Fields that are absent, or getters that throw.
    return null
  }
}
