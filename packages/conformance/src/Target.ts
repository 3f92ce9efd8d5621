import type { Profile } from './Profile.ts'

/** The frame under test, and the facts that the kit needs. */
export type Target = {
  /** URL of the frame's document, without a query. */
  frameUrl: URL
  projectId: string
  /** Where mails can be read: `GET <inbox url>/api/messages?to=<address>` returns `[{ text }]`, newest first. */
  mailUrl: string
  /** An origin that the project lists. The kit serves its own page there, only inside the browser. */
  origin: string
  /** Two EVM chains that the frame supports; reads and signatures are requested on the first. */
  chains: readonly [number, number]
  /** Names of the frame's buttons. */
  confirm: RegExp
  reject: RegExp
  /** The timeout of each single wait, in milliseconds. */
  timeoutMs: number
}

/** Returns the frame's URL for one profile, as a client builds it (wire design, section 1). Null omits a field. */
export const frameAddress = (
  target: Target,
  profile: Profile,
  changes: Readonly<Record<string, string | null>> = {},
): string => {
  const address = new URL(target.frameUrl)
  const query: Record<string, string | null> = {
    projectId: target.projectId,
    chainId: `eip155:${target.chains[0]}`,
    version: String(profile),
    enableLogger: 'false',
    ...changes,
  }
  for (const [name, value] of Object.entries(query)) if (value !== null) address.searchParams.set(name, value)
  return address.href
}
